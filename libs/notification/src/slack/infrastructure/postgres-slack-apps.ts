import { Injectable } from '@nestjs/common';
import { tryParseId } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { SlackApps } from '../../protocols/slack/slack-apps.js';

@Injectable()
export class PostgresSlackApps extends SlackApps {
  constructor(private readonly pool: QueryPool) {
    super();
  }

  async has(domain_id: string, slack_app_id: string): Promise<boolean> {
    const uuid = tryParseId('slack_app', slack_app_id);
    if (uuid === undefined) return false;
    const { rowCount } = await this.pool.query(
      'select from slack_app where domain_id = $1 and slack_app_id = $2',
      [domain_id, uuid],
    );
    return rowCount === 1;
  }
}
