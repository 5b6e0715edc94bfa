import { hkdfSync } from 'node:crypto';
import type { Caller } from '#shared/kernel/scope.js';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';

/** Characters. What an access token of an issuer says of its user fits easily. */
const LONGEST = 4_096;

export interface StreamGrant {
  readonly domain_id: string;
  /** Seconds since the epoch: until then it opens streams. */
  readonly opens_until: number;
  /** The key's, in base64; never the key itself, which the token would give away with ENCRYPTION_KEY. */
  readonly digest?: string;
  /** Where there is no such key but an access token: whom it speaks for, until when (seconds since the epoch). */
  readonly caller?: Caller;
  readonly valid_until?: number;
}

/** Grants as they leave this service: encrypted, so that every process knows its own again and nobody can make one. */
export class StreamTokens {
  private readonly encryption: Encryption;

  /** @param keys not used themselves, but keys made from them */
  constructor({ encryptionKey, oldEncryptionKey }: EncryptionKeys) {
    this.encryption = new Encryption({
      encryptionKey: keyOf(encryptionKey),
      oldEncryptionKey: oldEncryptionKey && keyOf(oldEncryptionKey),
    });
  }

  seal(grant: StreamGrant): string {
    return this.encryption.encrypt(JSON.stringify(grant)).toString('base64url');
  }

  /** `undefined` for what was not sealed here. */
  open(token: string): StreamGrant | undefined {
    if (token.length > LONGEST) return undefined;
    try {
      return JSON.parse(this.encryption.decrypt(Buffer.from(token, 'base64url'))) as StreamGrant;
    } catch {
      return undefined;
    }
  }
}

function keyOf(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'stream tokens', 32));
}
