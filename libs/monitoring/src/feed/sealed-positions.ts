import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { EncryptionKeys } from '#shared/platform/encryption.js';
import type { FeedPosition } from '../contracts/feed-position.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes of xid, index, offset and seconds. The length is fixed, so that it does not reveal the size of the numbers. */
const POSITION_BYTES = 8 + 8 + 4 + 6;

/**
 * Encrypts positions for clients. A position reveals the number of transactions of all domains, so it is encrypted, and
 * valid only for its domain and its feed.
 */
export class SealedPositions {
  private readonly key: Buffer;
  private readonly keys: readonly Buffer[];

  /**
   * @param keys the keys to derive from
   * @param feed the feed that is followed
   */
  constructor({ encryptionKey, oldEncryptionKey }: EncryptionKeys, feed: 'event' | 'alert') {
    this.key = deriveKey(encryptionKey, feed);
    this.keys = [this.key, ...(oldEncryptionKey ? [deriveKey(oldEncryptionKey, feed)] : [])];
  }

  /** Returns the sealed position: 72 characters of base64url. */
  seal({ xid, index, offset, at }: FeedPosition, domain_id: string): string {
    const plain = Buffer.alloc(POSITION_BYTES);
    plain.writeBigUInt64BE(BigInt(xid), 0);
    plain.writeBigUInt64BE(BigInt(index), 8);
    plain.writeUInt32BE(offset, 16);
    plain.writeUIntBE(at, 20, 6);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(domain_id));
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /** Returns the position; `undefined` if the text was not sealed here for this domain. */
  open(text: string, domain_id: string): FeedPosition | undefined {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== NONCE_BYTES + TAG_BYTES + POSITION_BYTES) return undefined;
    for (const key of this.keys) {
      const plain = decrypt(bytes, key, domain_id);
      if (plain !== undefined) return decodePosition(plain);
    }
    return undefined;
  }
}

function deriveKey(key: Buffer, feed: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `positions of the ${feed} feed`, 32));
}

function decrypt(bytes: Buffer, key: Buffer, domain_id: string): Buffer | undefined {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(domain_id))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const plain = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    decipher.final();
    return plain;
  } catch {
    return undefined;
  }
}

function decodePosition(plain: Buffer): FeedPosition {
  return {
    xid: plain.readBigUInt64BE(0).toString(),
    index: plain.readBigUInt64BE(8).toString(),
    offset: plain.readUInt32BE(16),
    at: plain.readUIntBE(20, 6),
  };
}
