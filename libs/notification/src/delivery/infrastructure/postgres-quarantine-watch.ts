import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { QuarantineCounts, type QuarantineCount } from '#monitoring/contracts/quarantine-counts.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QuarantineWatch } from '../application/ports/quarantine-watch.js';
import { PublicUrl } from './public-url.js';
import { writeServiceNotices } from './write-service-notices.js';

const KIND = 'delivery.quarantined';
/** Seconds between two notifications about a webhook. */
const EVERY = 3_600;
/**
 * Seconds. Webhooks that failed only earlier are skipped: their failures are counted with the next one, or no subscription
 * wanted them.
 */
const LOOK_BACK = 2 * EVERY;

interface Wanting {
  readonly domain_id: string;
  /** When the first of its subscriptions became active. */
  readonly since: Date;
}

@Injectable()
export class PostgresQuarantineWatch extends QuarantineWatch {
  constructor(
    private readonly pool: QueryPool,
    private readonly counts: QuarantineCounts,
    private readonly publicUrl: PublicUrl,
  ) {
    super();
  }

  async tell(): Promise<number> {
    const { rows } = await this.pool.query<Wanting>({
      name: 'domains that want to know of the quarantine',
      text: `
        select domain_id, min(active_since) as since from subscription
        where state = 'ENABLED' and deleted_at is null and kinds @> $1::jsonb and active_since is not null
        group by domain_id`,
      values: [JSON.stringify([KIND])],
    });
    if (rows.length === 0) return 0;
    const domains = rows.map(({ domain_id }) => domain_id);
    const fresh = await this.freshlyTold(domains);
    const wanted = new Map(rows.map(({ domain_id, since }) => [domain_id, since]));
    let made = 0;
    for (const { domain_id, webhook_id } of await this.counts.failing(domains, LOOK_BACK)) {
      const since = wanted.get(domain_id);
      if (since !== undefined && !fresh.has(keyOf(webhook_id)))
        made += await this.tellOf(domain_id, webhook_id, since);
    }
    return made;
  }

  /** Returns the keys of webhooks that were notified about within the last hour. */
  private async freshlyTold(domains: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ key: string }>({
      name: 'freshly told of quarantine',
      text: `
        select key from notification_told
        where domain_id = any($1::text[]) and key like '${KIND} %'
          and told_at > clock_timestamp() - interval '${EVERY} seconds'`,
      values: [domains],
    });
    return new Set(rows.map(({ key }) => key));
  }

  private tellOf(domain_id: string, webhook_id: string, wanted: Date): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      const key = keyOf(webhook_id);
      const told = await lockTold(client, domain_id, key);
      if (told === undefined) return 0;
      const since = told.counted_to !== null && told.counted_to > wanted ? told.counted_to : wanted;
      const found = await this.counts.since(domain_id, webhook_id, since);
      if (found === undefined) return 0;
      await noteTold(client, domain_id, key, found.last_received_at);
      return this.write(client, domain_id, found);
    });
  }

  private write(client: ClientBase, domain_id: string, found: QuarantineCount): Promise<number> {
    const { webhook_id, name, project_id, count, last_received_at, reason } = found;
    const path = `/monitoring/v1/quarantine?domain_id=${encodeURIComponent(domain_id)}`;
    const what = count === 1 ? '1 delivery' : `${count} deliveries`;
    return writeServiceNotices(
      client,
      {
        ...{ domain_id, kind: KIND, severity: 'WARNING', at: new Date() },
        title: `${what} of the webhook ${name} could not be parsed: ${reason}`,
        subject: { webhook_id, name, count, last_received_at: last_received_at.toISOString(), reason },
        link: `${this.publicUrl.url}${path}&webhook_id=${webhook_id}`,
        subject_key: keyOf(webhook_id),
      },
      (all) => all.filter((each) => each.project_id === null || each.project_id === project_id),
    );
  }
}

/** Returns `undefined` if a notification was written within the last hour, or another worker is writing one. */
async function lockTold(
  client: ClientBase,
  domain_id: string,
  key: string,
): Promise<{ readonly counted_to: Date | null } | undefined> {
  const { rows: locked } = await client.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('tocsin ' || $1), hashtext($2)) as mine`,
    [key, domain_id],
  );
  if (locked[0]?.mine !== true) return undefined;
  const { rows } = await client.query<{ is_fresh: boolean; counted_to: Date | null }>({
    name: 'told of quarantine',
    text: `
      select coalesce(bool_or(key = $2 and told_at > clock_timestamp() - interval '${EVERY} seconds'), false)
          as is_fresh,
        max(told_at) filter (where key = $3) as counted_to
      from notification_told where domain_id = $1 and key in ($2, $3)`,
    values: [domain_id, key, countedKey(key)],
  });
  const [row] = rows;
  return row === undefined || row.is_fresh ? undefined : row;
}

/**
 * Records when the notification was written, and separately the last arrival that it counted. Deliveries of a backlog may
 * fail after the notification although they arrived before it.
 */
async function noteTold(client: ClientBase, domain_id: string, key: string, countedTo: Date): Promise<void> {
  await client.query({
    name: 'note what was told of quarantine',
    text: `
      insert into notification_told (domain_id, key, told_at)
      values ($1, $2, clock_timestamp()), ($1, $3, $4)
      on conflict (domain_id, key) do update set told_at = excluded.told_at`,
    values: [domain_id, key, countedKey(key), countedTo],
  });
}

const keyOf = (webhook_id: string): string => `${KIND} ${webhook_id}`;
const countedKey = (key: string): string => `${key} counted`;
