import { EntitySchema, type ValueTransformer } from 'typeorm';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Encryption } from '#shared/platform/encryption.js';
import { decryptOrUnavailable, idOf, INSTANT } from '#shared/platform/persistence/columns.js';
import { Subscription } from '../domain/subscription.js';

const createEncryptedTransformer = <T extends object>(
  encryption: Encryption,
  emptyValue: T,
): ValueTransformer => ({
  to: (secrets: T) => encryption.encryptJson(secrets),
  from: (stored: Buffer | null) =>
    decryptOrUnavailable('The secrets of this subscription', () =>
      encryption.decryptJson(stored, emptyValue),
    ),
});

export const subscriptionSchema = (encryption: Encryption) =>
  new EntitySchema<Subscription>({
    name: 'subscription',
    target: Subscription,
    columns: {
      subscription_id: { ...idOf('subscription'), primary: true },
      domain_id: { type: 'text' },
      project_id: { type: 'text', nullable: true },
      name: { type: 'text' },
      state: { type: 'text' },
      state_reason: { type: 'text', nullable: true },
      protocol_id: { type: 'text' },
      options: { type: 'jsonb' },
      secret_options: {
        type: 'bytea',
        nullable: true,
        transformer: createEncryptedTransformer<PluginOptions>(encryption, {}),
      },
      signing_secrets: {
        type: 'bytea',
        nullable: true,
        transformer: createEncryptedTransformer<readonly string[]>(encryption, []),
      },
      previous_secret_expires_at: { ...INSTANT, nullable: true },
      kinds: { type: 'jsonb' },
      trigger: { type: 'text' },
      filter: { type: 'jsonb' },
      filter_or: { type: 'jsonb' },
      group: { type: 'jsonb', name: 'group_by', nullable: true },
      template: { type: 'text', nullable: true },
      timezone: { type: 'text' },
      actions: { type: 'boolean' },
      remind: { type: 'jsonb', nullable: true },
      inbound_key_digest: { type: 'bytea', nullable: true },
      previous_inbound_key_digest: { type: 'bytea', nullable: true },
      previous_inbound_key_expires_at: { ...INSTANT, nullable: true },
      managed_by: { type: 'text', nullable: true },
      created_at: INSTANT,
      updated_at: INSTANT,
      deleted_at: { ...INSTANT, nullable: true },
    },
  });
