import { hkdfSync } from 'node:crypto';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import type { TokenHolder } from './token-holder.js';

/** The maximum length in characters. The claims of a user in an access token fit easily. */
const MAX_LENGTH = 4_096;

/** Encrypts tokens for clients, so that every process accepts tokens of the others and nobody else can create one. */
export class SealedTokens<Content extends object> {
  private readonly encryption: Encryption;

  /**
   * @param keys the keys to derive from
   * @param purpose a token sealed for one purpose is not valid for another
   */
  constructor({ encryptionKey, oldEncryptionKey }: EncryptionKeys, purpose: string) {
    const deriveKey = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
    this.encryption = new Encryption({
      encryptionKey: deriveKey(encryptionKey),
      oldEncryptionKey: oldEncryptionKey && deriveKey(oldEncryptionKey),
    });
  }

  seal(content: Content): string {
    return this.encryption.encrypt(JSON.stringify(content)).toString('base64url');
  }

  /** Returns the content; `undefined` if the token was not sealed here. */
  open(token: string): Content | undefined {
    if (token.length > MAX_LENGTH) return undefined;
    try {
      return JSON.parse(this.encryption.decrypt(Buffer.from(token, 'base64url'))) as Content;
    } catch {
      return undefined;
    }
  }
}

export interface StreamGrant extends TokenHolder {
  /** The time until which the token opens streams, in seconds since the epoch. */
  readonly opens_until: number;
}

export class StreamTokens extends SealedTokens<StreamGrant> {
  constructor(keys: EncryptionKeys) {
    super(keys, 'stream tokens');
  }
}

export interface SignInGrant extends TokenHolder {
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

/** The content of the session cookie. */
export interface SessionCookie {
  /** uuid */
  readonly session_id: string;
}

export class SessionCookies extends SealedTokens<SessionCookie> {
  constructor(keys: EncryptionKeys) {
    super(keys, 'session cookies');
  }
}

/** What the browser stores during a sign-in at the issuer. */
export interface SignInAttempt {
  /** uuid. It starts one session. */
  readonly sign_in_id: string;
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE, without which the code is useless. */
  readonly code_verifier: string;
  /** Seconds since the epoch. */
  readonly expires_at: number;
}

export class SignInAttempts extends SealedTokens<SignInAttempt> {
  constructor(keys: EncryptionKeys) {
    super(keys, 'sign-in attempts');
  }
}
