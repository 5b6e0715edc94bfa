import { formatId } from '#shared/kernel/ids.js';
import type { Encryption } from '#shared/platform/encryption.js';
import type { QueryPool } from '#shared/platform/persistence/pools.js';
import { hashAppKey } from '../domain/slack-app.js';
import { decryptSecret } from './slack-app.schema.js';

/** The app to whose request URL a press was posted. */
export interface PressedApp {
  readonly slack_app_id: string;
  readonly domain_id: string;
  readonly signing_secret: string;
  readonly bot_token: string | null;
  readonly api_url: string | null;
  readonly requires_known_user: boolean;
  /** The time of the database. */
  readonly now: Date;
}

interface AppRow extends Omit<PressedApp, 'signing_secret' | 'bot_token'> {
  readonly signing_secret: Buffer;
  readonly bot_token: Buffer | null;
}

/** @throws ERROR_UNAVAILABLE if its secrets cannot be decrypted */
export async function findPressedApp(
  pool: QueryPool,
  encryption: Encryption,
  app_key: string,
): Promise<PressedApp | undefined> {
  const { rows } = await pool.query<AppRow>({
    name: 'find Slack app of key',
    text: `
      select slack_app_id, domain_id, signing_secret, bot_token, api_url, requires_known_user, clock_timestamp() as now
      from slack_app where app_key_digest = $1`,
    values: [hashAppKey(app_key)],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    ...row,
    slack_app_id: formatId('slack_app', row.slack_app_id),
    signing_secret: decryptSecret(encryption, row.signing_secret),
    bot_token: row.bot_token && decryptSecret(encryption, row.bot_token),
  };
}
