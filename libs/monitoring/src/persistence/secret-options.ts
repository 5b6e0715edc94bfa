import type { Encryption } from '#shared/platform/encryption.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';

/** The column stays null where there is no secret. */
export function encryptSecrets(encryption: Encryption, secrets: PluginOptions): Buffer | null {
  return Object.keys(secrets).length === 0 ? null : encryption.encrypt(JSON.stringify(secrets));
}

export function decryptSecrets(encryption: Encryption, stored: Buffer | null): PluginOptions {
  return stored === null ? {} : (JSON.parse(encryption.decrypt(stored)) as PluginOptions);
}

/** As {@link encryptSecrets}, for what signs deliveries. */
export function encryptList(encryption: Encryption, secrets: readonly string[]): Buffer | null {
  return secrets.length === 0 ? null : encryption.encrypt(JSON.stringify(secrets));
}

export function decryptList(encryption: Encryption, stored: Buffer | null): readonly string[] {
  return stored === null ? [] : (JSON.parse(encryption.decrypt(stored)) as string[]);
}
