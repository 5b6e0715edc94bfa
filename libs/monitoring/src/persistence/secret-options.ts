import type { Encryption } from '#shared/platform/encryption.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';

/** Encrypts the secret options. Returns `null` if there are none. */
export function encryptSecrets(encryption: Encryption, secrets: PluginOptions): Buffer | null {
  return Object.keys(secrets).length === 0 ? null : encryption.encrypt(JSON.stringify(secrets));
}

export function decryptSecrets(encryption: Encryption, stored: Buffer | null): PluginOptions {
  return stored === null ? {} : (JSON.parse(encryption.decrypt(stored)) as PluginOptions);
}

/** As {@link encryptSecrets}, for the secrets that deliveries are signed with. */
export function encryptList(encryption: Encryption, secrets: readonly string[]): Buffer | null {
  return secrets.length === 0 ? null : encryption.encrypt(JSON.stringify(secrets));
}

export function decryptList(encryption: Encryption, stored: Buffer | null): readonly string[] {
  return stored === null ? [] : (JSON.parse(encryption.decrypt(stored)) as string[]);
}
