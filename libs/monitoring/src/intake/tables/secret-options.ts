import type { Encryption } from '#shared/platform/encryption.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';

/** Encrypts the secret options. Returns `null` if there are none. */
export function encryptSecretOptions(encryption: Encryption, secrets: PluginOptions): Buffer | null {
  return Object.keys(secrets).length === 0 ? null : encryption.encrypt(JSON.stringify(secrets));
}

export function decryptSecretOptions(encryption: Encryption, stored: Buffer | null): PluginOptions {
  return stored === null ? {} : (JSON.parse(encryption.decrypt(stored)) as PluginOptions);
}

/** As {@link encryptSecretOptions}, for the secrets that deliveries are signed with. */
export function encryptSigningSecrets(encryption: Encryption, secrets: readonly string[]): Buffer | null {
  return secrets.length === 0 ? null : encryption.encrypt(JSON.stringify(secrets));
}

export function decryptSigningSecrets(encryption: Encryption, stored: Buffer | null): readonly string[] {
  return stored === null ? [] : (JSON.parse(encryption.decrypt(stored)) as string[]);
}
