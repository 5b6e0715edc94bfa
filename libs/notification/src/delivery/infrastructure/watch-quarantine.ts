import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { QuarantineCounts, type QuarantineCount } from '#monitoring/contracts/quarantine-counts.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import { buildRecentCondition } from '#shared/platform/persistence/due-condition.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { CONSOLE_PAGES, buildLinks } from '../../protocols/links.js';
import { writeServiceNotices } from '../tables/write-service-notices.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { SendNotifications } from '../application/send-notifications.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 5_000;
const KIND = 'delivery.quarantined';
/** Seconds between two notifications about a webhook. */
const INTERVAL_SECONDS = 3_600;
/** Whether it was written within the interval. */
const IS_FRESH_SQL = buildRecentCondition('told_at', INTERVAL_SECONDS);
/**
 * Seconds. Webhooks that failed only earlier are skipped: their failures are counted with the next one, or no subscription
 * wanted them.
 */
const LOOKBACK_SECONDS = 2 * INTERVAL_SECONDS;

interface SubscribedDomain {
  readonly domain_id: string;
  /** When the first of its subscriptions became active. */
  readonly since: Date;
}

/** Periodically writes notifications of kind `delivery.quarantined`, for each webhook at most once an hour. */
@Injectable()
export class WatchQuarantine {
  constructor(
    private readonly pool: QueryPool,
    private readonly counts: QuarantineCounts,
    private readonly publicUrl: PublicUrl,
    private readonly sender: SendNotifications,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    if ((await this.notify()) > 0) this.sender.wake();
  }

  /** Returns the number of notifications that it wrote. */
  async notify(): Promise<number> {
    const { rows } = await this.pool.query<SubscribedDomain>({
      name: 'domains that want to know of the quarantine',
      text: `
        select domain_id, min(least(active_since, clock_timestamp())) as since from subscription
        where state = 'ENABLED' and deleted_at is null and kinds @> $1::jsonb and active_since is not null
        group by domain_id`,
      values: [JSON.stringify([KIND])],
    });
    if (rows.length === 0) return 0;
    const domains = rows.map(({ domain_id }) => domain_id);
    const recentKeys = await this.findRecentKeys(domains);
    const activeSince = new Map(rows.map(({ domain_id, since }) => [domain_id, since]));
    let written = 0;
    for (const { domain_id, webhook_id } of await this.counts.findFailing(domains, LOOKBACK_SECONDS)) {
      const since = activeSince.get(domain_id);
      if (since !== undefined && !recentKeys.has(keyOf(webhook_id)))
        written += await this.notifyOfWebhook(domain_id, webhook_id, since);
    }
    return written;
  }

  /** Returns the keys of webhooks that were notified about within the last hour. */
  private async findRecentKeys(domains: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ key: string }>({
      name: 'freshly told of quarantine',
      text: `
        select key from notification_told
        where domain_id = any($1::text[]) and key like '${KIND} %'
          and ${IS_FRESH_SQL}`,
      values: [domains],
    });
    return new Set(rows.map(({ key }) => key));
  }

  private notifyOfWebhook(domain_id: string, webhook_id: string, activeSince: Date): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      const key = keyOf(webhook_id);
      const previous = await lockNotifiedKey(client, domain_id, key);
      if (previous === undefined) return 0;
      const since =
        previous.counted_to !== null && previous.counted_to > activeSince ? previous.counted_to : activeSince;
      const counted = await this.counts.countSince(domain_id, webhook_id, since);
      if (counted === undefined) return 0;
      await recordNotified(client, domain_id, key, counted.last_received_at);
      return this.writeNotifications(client, domain_id, counted);
    });
  }

  private writeNotifications(
    client: ClientBase,
    domain_id: string,
    counted: QuarantineCount,
  ): Promise<number> {
    const { webhook_id, name, project_id, count, last_received_at, reason } = counted;
    const path = `/monitoring/v1/quarantine?domain_id=${encodeURIComponent(domain_id)}&webhook_id=${webhook_id}`;
    const deliveries = count === 1 ? '1 delivery' : `${count} deliveries`;
    return writeServiceNotices(
      client,
      {
        ...{ domain_id, kind: KIND, severity: 'WARNING' },
        title: `${deliveries} of the webhook ${name} could not be parsed: ${reason}`,
        subject: { webhook_id, name, count, last_received_at: last_received_at.toISOString(), reason },
        links: buildLinks(this.publicUrl, path, CONSOLE_PAGES.source(webhook_id)),
        subject_key: keyOf(webhook_id),
      },
      (subscribers) =>
        subscribers.filter((each) => each.project_id === null || each.project_id === project_id),
    );
  }
}

/** Returns `undefined` if a notification was written within the last hour, or another worker is writing one. */
async function lockNotifiedKey(
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
      select coalesce(bool_or(key = $2 and ${IS_FRESH_SQL}), false)
          as is_fresh,
        max(least(told_at, clock_timestamp())) filter (where key = $3) as counted_to
      from notification_told where domain_id = $1 and key in ($2, $3)`,
    values: [domain_id, key, createCountedKey(key)],
  });
  const [row] = rows;
  return row === undefined || row.is_fresh ? undefined : row;
}

/**
 * Records when the notification was written, and separately the last arrival that it counted. Deliveries of a backlog may
 * fail after the notification although they arrived before it.
 */
async function recordNotified(
  client: ClientBase,
  domain_id: string,
  key: string,
  countedTo: Date,
): Promise<void> {
  await client.query({
    name: 'note what was told of quarantine',
    text: `
      insert into notification_told (domain_id, key, told_at)
      values ($1, $2, clock_timestamp()), ($1, $3, $4)
      on conflict (domain_id, key) do update set told_at = excluded.told_at`,
    values: [domain_id, key, createCountedKey(key), countedTo],
  });
}

const keyOf = (webhook_id: string): string => `${KIND} ${webhook_id}`;
const createCountedKey = (key: string): string => `${key} counted`;
