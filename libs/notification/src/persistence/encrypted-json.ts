import type { Encryption } from '#shared/platform/encryption.js';

/** Secrets as they are stored; the column stays null where there is none. */
export function encryptJson(encryption: Encryption, secrets: object): Buffer | null {
  return Object.keys(secrets).length === 0 ? null : encryption.encrypt(JSON.stringify(secrets));
}

export function decryptJson<T extends object>(encryption: Encryption, stored: Buffer | null, none: T): T {
  return stored === null ? none : (JSON.parse(encryption.decrypt(stored)) as T);
}
