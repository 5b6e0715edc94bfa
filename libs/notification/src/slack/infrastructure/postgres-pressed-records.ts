import { Injectable } from '@nestjs/common';
import type { AlertInfo } from '#monitoring/contracts/alert-actions.js';
import { formatId } from '#shared/kernel/ids.js';
import { Encryption } from '#shared/platform/encryption.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { buildKeyFilter } from '../../actions/application/act-on-alert.js';
import { findSilenceOf, type ActiveSilence } from '../../silences/tables/decide-silenced.js';
import { findSlackSubscription } from '../../subscriptions/tables/slack-subscriptions.js';
import {
  PressedRecords,
  type PressedApp,
  type PressedSubscription,
} from '../application/ports/pressed-records.js';
import { hashAppKey } from '../domain/slack-app.js';
import { decryptSecret } from './slack-app.schema.js';

interface AppRow extends Omit<PressedApp, 'signing_secret' | 'bot_token'> {
  readonly signing_secret: Buffer;
  readonly bot_token: Buffer | null;
}

@Injectable()
export class PostgresPressedRecords extends PressedRecords {
  constructor(
    private readonly pool: QueryPool,
    private readonly encryption: Encryption,
  ) {
    super();
  }

  async findApp(app_key: string): Promise<PressedApp | undefined> {
    const { rows } = await this.pool.query<AppRow>({
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
      signing_secret: decryptSecret(this.encryption, row.signing_secret),
      bot_token: row.bot_token && decryptSecret(this.encryption, row.bot_token),
    };
  }

  findSubscription(app: PressedApp, subscription_id: string): Promise<PressedSubscription | undefined> {
    return findSlackSubscription(this.pool, app, subscription_id);
  }

  findSilence(domain_id: string, alert: AlertInfo): Promise<ActiveSilence | undefined> {
    return findSilenceOf(this.pool, domain_id, buildKeyFilter(alert));
  }
}
