import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

export interface EncryptionKeys {
  /** 32 bytes. Encrypts and decrypts. */
  readonly encryptionKey: Buffer;
  /** 32 bytes. Only decrypts, while the key is being replaced. */
  readonly oldEncryptionKey: Buffer | null;
}

const CIPHER = 'aes-256-gcm';
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets at rest with AES-256-GCM. The stored bytes are key id, nonce, tag and ciphertext, in this order. */
export class Encryption {
  /** The id of the current key, in hex. Every value encrypted with this key begins with it. */
  readonly currentId: string;
  private readonly keys: ReadonlyMap<string, Buffer>;

  constructor({ encryptionKey, oldEncryptionKey }: EncryptionKeys) {
    this.currentId = getKeyId(encryptionKey);
    const old = oldEncryptionKey ? [[getKeyId(oldEncryptionKey), oldEncryptionKey] as const] : [];
    this.keys = new Map([...old, [this.currentId, encryptionKey]]);
  }

  encrypt(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.getKey(this.currentId), nonce);
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from(this.currentId, 'hex'), nonce, cipher.getAuthTag(), encrypted]);
  }

  /** @throws if the key that encrypted is neither the current nor the old one, or the bytes were changed */
  decrypt(stored: Buffer): string {
    const keyId = stored.toString('hex', 0, KEY_ID_BYTES);
    const nonce = stored.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    const tag = stored.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.getKey(keyId), nonce, {
      authTagLength: TAG_BYTES,
    }).setAuthTag(tag);
    const encrypted = stored.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
  }

  /** Encrypts an object or a list. Returns `null` if it is empty, so that the column stays null. */
  encryptJson(secrets: object): Buffer | null {
    return Object.keys(secrets).length === 0 ? null : this.encrypt(JSON.stringify(secrets));
  }

  decryptJson<T extends object>(stored: Buffer | null, emptyValue: T): T {
    return stored === null ? emptyValue : (JSON.parse(this.decrypt(stored)) as T);
  }

  /** Whether the key that encrypted the value is known. The bytes may still have been changed. */
  hasKeyFor(stored: Buffer): boolean {
    return this.keys.has(stored.toString('hex', 0, KEY_ID_BYTES));
  }

  private getKey(id: string): Buffer {
    const key = this.keys.get(id);
    if (key === undefined) {
      throw new Error(`a secret was encrypted with another key (${id}): set that key as ENCRYPTION_KEY_OLD`);
    }
    return key;
  }
}

/** Returns an id that distinguishes the key from others and reveals nothing about it. */
function getKeyId(key: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from('key id'), key])).slice(0, KEY_ID_BYTES * 2);
}
