import { EntitySchema } from 'typeorm';
import type { Encryption } from '#shared/platform/encryption.js';
import { decryptOrUnavailable, idOf, INSTANT } from '#shared/platform/persistence/columns.js';
import { SlackApp } from '../domain/slack-app.js';

/** @throws ERROR_UNAVAILABLE: not an error of the caller, as the operator may set the correct key again */
export function decryptSecret(encryption: Encryption, stored: Buffer): string {
  return decryptOrUnavailable('The secrets of this Slack app', () => encryption.decrypt(stored));
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
      slack_app_id: { ...idOf('slack_app'), primary: true },
      domain_id: { type: 'text' },
      name: { type: 'text' },
      app_key_digest: { type: 'bytea' },
      signing_secret: encrypted,
      bot_token: { ...encrypted, nullable: true },
      api_url: { type: 'text', nullable: true },
      requires_known_user: { type: 'boolean' },
      created_at: INSTANT,
      updated_at: INSTANT,
    },
  });
};
