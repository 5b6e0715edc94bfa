import { EntitySchema } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { Encryption } from '#shared/platform/encryption.js';
import { SlackApp } from '../domain/slack-app.js';

const instant = { type: 'timestamptz', precision: 3 } as const;

/** @throws ERROR_UNAVAILABLE: not an error of the caller, as the operator may set the correct key again */
export function decryptSecret(encryption: Encryption, stored: Buffer): string {
  try {
    return encryption.decrypt(stored);
  } catch (cause) {
    throw DomainError.unavailable('The secrets of this Slack app cannot be read', 60, cause);
  }
}

export const slackAppSchema = (encryption: Encryption) => {
  const encrypted = {
    type: 'bytea',
    transformer: {
      to: (secret: string | null) => (secret === null ? null : encryption.encrypt(secret)),
      from: (stored: Buffer | null) => (stored === null ? null : decryptSecret(encryption, stored)),
    },
  } as const;
  return new EntitySchema<SlackApp>({
    name: 'slack_app',
    target: SlackApp,
    columns: {
      slack_app_id: {
        type: 'uuid',
        primary: true,
        transformer: {
          to: (id: unknown) => (typeof id === 'string' ? parseId('slack_app', id) : id),
          from: (uuid: string) => formatId('slack_app', uuid),
        },
      },
      domain_id: { type: 'text' },
      name: { type: 'text' },
      app_key_digest: { type: 'bytea' },
      signing_secret: encrypted,
      bot_token: { ...encrypted, nullable: true },
      api_url: { type: 'text', nullable: true },
      requires_known_user: { type: 'boolean' },
      created_at: instant,
      updated_at: instant,
    },
  });
};
