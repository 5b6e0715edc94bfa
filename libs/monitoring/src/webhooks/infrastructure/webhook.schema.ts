import { EntitySchema, type ValueTransformer } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId, type IdKind } from '#shared/kernel/ids.js';
import type { Encryption } from '#shared/platform/encryption.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { Verification } from '../domain/verification.js';
import { Webhook } from '../domain/webhook.js';

/** TypeIDs in the domain, uuids in the database. */
const typeId = (kind: IdKind): ValueTransformer => ({
  to: (id: unknown) => (typeof id === 'string' ? parseId(kind, id) : id),
  from: (uuid: string | null) => (uuid === null ? null : formatId(kind, uuid)),
});

const encryptedText = (encryption: Encryption): ValueTransformer => ({
  to: (text: string) => encryption.encrypt(text),
  from: (stored: Buffer) => decryptOrUnavailable(() => encryption.decrypt(stored)),
});

const encryptedJson = <T extends object>(encryption: Encryption, emptyValue: T): ValueTransformer => ({
  to: (secrets: T) => encryption.encryptJson(secrets),
  from: (stored: Buffer | null) => decryptOrUnavailable(() => encryption.decryptJson(stored, emptyValue)),
});

/** The encryption key may be configured wrongly for now. That is not the caller's fault, so the error is temporary. */
function decryptOrUnavailable<T>(decrypt: () => T): T {
  try {
    return decrypt();
  } catch (cause) {
    throw DomainError.unavailable('The secrets of this webhook cannot be read', 60, cause);
  }
}

const timestampColumn = { type: 'timestamptz', precision: 3 } as const;

export const webhookSchema = (encryption: Encryption) =>
  new EntitySchema<Webhook>({
    name: 'webhook',
    target: Webhook,
    columns: {
      webhook_id: { type: 'uuid', primary: true, transformer: typeId('webhook') },
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
      previous_access_key_expires_at: { ...timestampColumn, nullable: true },
      tags: { type: 'jsonb' },
      settings: { type: 'jsonb' },
      signing_secrets: {
        type: 'bytea',
        nullable: true,
        transformer: encryptedJson<readonly string[]>(encryption, []),
      },
      managed_by: { type: 'text', nullable: true },
      verification_id: { type: 'uuid', nullable: true, transformer: typeId('verification') },
      created_at: timestampColumn,
      updated_at: timestampColumn,
      deleted_at: { ...timestampColumn, nullable: true },
    },
  });

export const verificationSchema = new EntitySchema<Verification>({
  name: 'verification',
  target: Verification,
  columns: {
    verification_id: { type: 'uuid', primary: true, transformer: typeId('verification') },
    domain_id: { type: 'text' },
    webhook_id: { type: 'uuid', transformer: typeId('webhook') },
    state: { type: 'text' },
    version: { type: 'text' },
    checks: { type: 'jsonb' },
    attempts: { type: 'int' },
    requested_at: timestampColumn,
    next_attempt_at: timestampColumn,
    started_at: { ...timestampColumn, nullable: true },
    finished_at: { ...timestampColumn, nullable: true },
  },
});
