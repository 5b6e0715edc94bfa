import { hkdfSync } from 'node:crypto';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import type { Holder } from './holder.js';

/** Characters. What an access token of an issuer says of its user fits easily. */
const LONGEST = 4_096;

/** Texts as they leave this service: encrypted, so that every process knows its own again and nobody can make one. */
export class SealedTokens<Content extends object> {
  private readonly encryption: Encryption;

  /**
   * @param keys not used themselves, but keys made from them
   * @param purpose what is sealed for one is nothing to another
   */
  constructor({ encryptionKey, oldEncryptionKey }: EncryptionKeys, purpose: string) {
    const keyOf = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
    this.encryption = new Encryption({
      encryptionKey: keyOf(encryptionKey),
      oldEncryptionKey: oldEncryptionKey && keyOf(oldEncryptionKey),
    });
  }

  seal(content: Content): string {
    return this.encryption.encrypt(JSON.stringify(content)).toString('base64url');
  }

  /** `undefined` for what was not sealed here. */
  open(token: string): Content | undefined {
    if (token.length > LONGEST) return undefined;
    try {
      return JSON.parse(this.encryption.decrypt(Buffer.from(token, 'base64url'))) as Content;
    } catch {
      return undefined;
    }
  }
}

export interface StreamGrant extends Holder {
  /** Seconds since the epoch: until then it opens streams. */
  readonly opens_until: number;
}

export class StreamTokens extends SealedTokens<StreamGrant> {
  constructor(keys: EncryptionKeys) {
    super(keys, 'stream tokens');
  }
}

export interface SignInGrant extends Holder {
  /** uuid. It can be used once. */
  readonly sign_in_id: string;
  /** Seconds since the epoch. */
  readonly expires_at: number;
}

export class SignInTokens extends SealedTokens<SignInGrant> {
  constructor(keys: EncryptionKeys) {
    super(keys, 'sign-in tokens');
  }
}

/** What a browser holds of its session. */
export interface SessionCookie {
  /** uuid */
  readonly session_id: string;
}

export class SessionCookies extends SealedTokens<SessionCookie> {
  constructor(keys: EncryptionKeys) {
    super(keys, 'session cookies');
  }
}

/** What a browser holds while somebody signs in at the issuer. */
export interface SignInAttempt {
  /** uuid. It begins one session. */
  readonly sign_in_id: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: without it the code is worth nothing. */
  readonly code_verifier: string;
  /** Seconds since the epoch. */
  readonly expires_at: number;
}

export class SignInAttempts extends SealedTokens<SignInAttempt> {
  constructor(keys: EncryptionKeys) {
    super(keys, 'sign-in attempts');
  }
}
