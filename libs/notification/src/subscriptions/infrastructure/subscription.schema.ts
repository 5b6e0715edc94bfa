import { EntitySchema, type ValueTransformer } from 'typeorm';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { Encryption } from '#shared/platform/encryption.js';
import { Subscription } from '../domain/subscription.js';

const instant = { type: 'timestamptz', precision: 3 } as const;

const createEncryptedTransformer = <T extends object>(
  encryption: Encryption,
  emptyValue: T,
): ValueTransformer => ({
  to: (secrets: T) => encryption.encryptJson(secrets),
  from: (stored: Buffer | null) => {
    try {
      return encryption.decryptJson(stored, emptyValue);
    } catch (cause) {
      // Unavailable, not an error of the caller: the operator may set the correct key again.
      throw DomainError.unavailable('The secrets of this subscription cannot be read', 60, cause);
    }
  },
});

export const subscriptionSchema = (encryption: Encryption) =>
  new EntitySchema<Subscription>({
    name: 'subscription',
    target: Subscription,
    columns: {
      subscription_id: {
        type: 'uuid',
        primary: true,
        transformer: {
          to: (id: unknown) => (typeof id === 'string' ? parseId('subscription', id) : id),
          from: (uuid: string) => formatId('subscription', uuid),
        },
      },
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
      previous_secret_expires_at: { ...instant, nullable: true },
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
      previous_inbound_key_expires_at: { ...instant, nullable: true },
      managed_by: { type: 'text', nullable: true },
      created_at: instant,
      updated_at: instant,
      deleted_at: { ...instant, nullable: true },
    },
  });
