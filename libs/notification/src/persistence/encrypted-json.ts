import type { Encryption } from '#shared/platform/encryption.js';

/** Encrypts secrets for storage. Returns `null` if there are none, so that the column stays null. */
export function encryptJson(encryption: Encryption, secrets: object): Buffer | null {
  return Object.keys(secrets).length === 0 ? null : encryption.encrypt(JSON.stringify(secrets));
}

export function decryptJson<T extends object>(encryption: Encryption, stored: Buffer | null, none: T): T {
  return stored === null ? none : (JSON.parse(encryption.decrypt(stored)) as T);
}
