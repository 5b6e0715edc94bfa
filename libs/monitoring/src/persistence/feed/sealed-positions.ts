import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { EncryptionKeys } from '#shared/platform/encryption.js';
import type { FeedPosition } from '../../contracts/feed-position.js';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
/** xid, index, offset and seconds: as many bytes for all, so that not even the length tells how much there is. */
const LENGTH = 8 + 8 + 4 + 6;

/**
 * Positions as they leave this service. They count the transactions of all domains, so a reader gets them encrypted,
 * each for its domain and what it follows only.
 */
export class SealedPositions {
  private readonly key: Buffer;
  private readonly keys: readonly Buffer[];

  /** @param keys from which others are derived. @param feed what is followed */
  constructor({ encryptionKey, oldEncryptionKey }: EncryptionKeys, feed: 'event' | 'alert') {
    this.key = keyOf(encryptionKey, feed);
    this.keys = [this.key, ...(oldEncryptionKey ? [keyOf(oldEncryptionKey, feed)] : [])];
  }

  /** 72 characters of base64url. */
  seal({ xid, index, offset, at }: FeedPosition, domain_id: string): string {
    const plain = Buffer.alloc(LENGTH);
    plain.writeBigUInt64BE(BigInt(xid), 0);
    plain.writeBigUInt64BE(BigInt(index), 8);
    plain.writeUInt32BE(offset, 16);
    plain.writeUIntBE(at, 20, 6);
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(domain_id));
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /** `undefined` for what was not sealed here for this domain. */
  open(text: string, domain_id: string): FeedPosition | undefined {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== NONCE + TAG + LENGTH) return undefined;
    for (const key of this.keys) {
      const plain = opened(bytes, key, domain_id);
      if (plain !== undefined) return read(plain);
    }
    return undefined;
  }
}

function keyOf(key: Buffer, feed: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `positions of the ${feed} feed`, 32));
}

function opened(bytes: Buffer, key: Buffer, domain_id: string): Buffer | undefined {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(domain_id))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  const plain = decipher.update(bytes.subarray(NONCE + TAG));
  try {
    decipher.final();
    return plain;
  } catch {
    return undefined;
  }
}

function read(plain: Buffer): FeedPosition {
  return {
    xid: plain.readBigUInt64BE(0).toString(),
    index: plain.readBigUInt64BE(8).toString(),
    offset: plain.readUInt32BE(16),
    at: plain.readUIntBE(20, 6),
  };
}
