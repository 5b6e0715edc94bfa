import { EntitySchema, type ValueTransformer } from 'typeorm';
import type { Encryption } from '#shared/platform/encryption.js';
import { decryptOrUnavailable, idOf, INSTANT } from '#shared/platform/persistence/columns.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { Verification } from '../domain/verification.js';
import { Webhook } from '../domain/webhook.js';

const SECRETS = 'The secrets of this webhook';

const encryptedText = (encryption: Encryption): ValueTransformer => ({
  to: (text: string) => encryption.encrypt(text),
  from: (stored: Buffer) => decryptOrUnavailable(SECRETS, () => encryption.decrypt(stored)),
});

const encryptedJson = <T extends object>(encryption: Encryption, emptyValue: T): ValueTransformer => ({
  to: (secrets: T) => encryption.encryptJson(secrets),
  from: (stored: Buffer | null) =>
    decryptOrUnavailable(SECRETS, () => encryption.decryptJson(stored, emptyValue)),
});

export const webhookSchema = (encryption: Encryption) =>
  new EntitySchema<Webhook>({
    name: 'webhook',
    target: Webhook,
    columns: {
      webhook_id: { ...idOf('webhook'), primary: true },
      domain_id: { type: 'text' },
      project_id: { type: 'text' },
      name: { type: 'text' },
      state: { type: 'text' },
      plugin_id: { type: 'text' },
      plugin_version: { type: 'text' },
      upgrade_mode: { type: 'text' },
      options: { type: 'jsonb' },
      secret_options: {
        type: 'bytea',
        nullable: true,
        transformer: encryptedJson<PluginOptions>(encryption, {}),
      },
      access_key: { type: 'bytea', transformer: encryptedText(encryption) },
      access_key_digest: { type: 'bytea' },
      previous_access_key_digest: { type: 'bytea', nullable: true },
      previous_access_key_expires_at: { ...INSTANT, nullable: true },
      tags: { type: 'jsonb' },
      settings: { type: 'jsonb' },
      signing_secrets: {
        type: 'bytea',
        nullable: true,
        transformer: encryptedJson<readonly string[]>(encryption, []),
      },
      managed_by: { type: 'text', nullable: true },
      verification_id: { ...idOf('verification'), nullable: true },
      created_at: INSTANT,
      updated_at: INSTANT,
      deleted_at: { ...INSTANT, nullable: true },
    },
  });

export const verificationSchema = new EntitySchema<Verification>({
  name: 'verification',
  target: Verification,
  columns: {
    verification_id: { ...idOf('verification'), primary: true },
    domain_id: { type: 'text' },
    webhook_id: idOf('webhook'),
    state: { type: 'text' },
    version: { type: 'text' },
    checks: { type: 'jsonb' },
    attempts: { type: 'int' },
    paused: { type: 'boolean' },
    webhook_updated_at: { ...INSTANT, nullable: true },
    requested_at: INSTANT,
    next_attempt_at: INSTANT,
    started_at: { ...INSTANT, nullable: true },
    finished_at: { ...INSTANT, nullable: true },
  },
});
