import type { Encryption } from '#shared/platform/encryption.js';

/** Encrypts secrets for storage. Returns `null` if there are none, so that the column stays null. */
export function encryptJson(encryption: Encryption, secrets: object): Buffer | null {
  return Object.keys(secrets).length === 0 ? null : encryption.encrypt(JSON.stringify(secrets));
}

export function decryptJson<T extends object>(
  encryption: Encryption,
  stored: Buffer | null,
  emptyValue: T,
): T {
  return stored === null ? emptyValue : (JSON.parse(encryption.decrypt(stored)) as T);
}
