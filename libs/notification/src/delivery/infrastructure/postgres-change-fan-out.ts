import { Injectable, Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { AlertOutbox, type AlertChange, type ToldChange } from '#monitoring/contracts/alert-outbox.js';
import type { FeedPosition, Horizon } from '#monitoring/contracts/feed-position.js';
import { messageOf } from '#shared/kernel/message-of.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { disableSubscription } from '../../persistence/disable-subscription.js';
import { ChangeFanOut } from '../application/ports/change-fan-out.js';
import { ChangeMatcher, type DomainSubscription, type Match } from './change-matcher.js';
import { writeNotifications } from './write-notifications.js';

/** Of a round. */
const DOMAINS = 256;
const CHANGES = 200;
/** Seconds after which a cursor is stored although nothing was found. */
const STORE_IDLE_AFTER = 10;

interface CursorRow {
  readonly domain_id: string;
  readonly xid: string;
  readonly index: string;
  readonly at: string;
}

interface Round {
  readonly changes: readonly AlertChange[];
  readonly horizon: Horizon;
  /** Domains that are tried again. */
  readonly failed: Set<string>;
  /** Subscriptions that are to be disabled, and why. */
  readonly invalid: Map<DomainSubscription, string>;
}

/** Where the API answers, for links. */
export abstract class PublicUrl {
  abstract readonly url: string;
}

@Injectable()
export class PostgresChangeFanOut extends ChangeFanOut {
  private readonly logger = new Logger('FanOut');

  constructor(
    private readonly pool: IngestPool,
    private readonly outbox: AlertOutbox,
    private readonly matcher: ChangeMatcher,
    private readonly publicUrl: PublicUrl,
  ) {
    super();
  }

  async isNeeded(): Promise<boolean> {
    const { rows } = await this.pool.query<{ is_needed: boolean }>({
      name: 'is fan-out needed',
      text: 'select exists (select from notification_cursor) as is_needed',
    });
    return rows[0]?.is_needed === true;
  }

  latest(): Promise<string> {
    return this.outbox.latest();
  }

  async run(): Promise<{ readonly made: number; readonly isMore: boolean }> {
    const horizon = await this.outbox.horizon();
    const invalid = new Map<DomainSubscription, string>();
    const round = await inTransaction(this.pool, async (client) => {
      const cursors = await lockOldest(client);
      const [first] = cursors;
      if (first === undefined || BigInt(first.xid) >= BigInt(horizon.xid)) return { made: 0, isMore: false };
      const from = positionOf(first);
      const domains = cursors.map(({ domain_id }) => domain_id);
      const { changes, next } = await this.outbox.read(domains, from, horizon, CHANGES);
      const failed = new Set<string>();
      const made = await this.tell(client, { changes, horizon, failed, invalid });
      const to = next ?? horizon;
      const isWorthStoring =
        changes.length > 0 || next !== undefined || horizon.at - from.at > STORE_IDLE_AFTER;
      if (isWorthStoring)
        await moveCursors(
          client,
          domains.filter((domain_id) => !failed.has(domain_id)),
          to,
        );
      if (failed.size > 0) await postponeCursors(client, [...failed]);
      return { made, isMore: next !== undefined };
    });
    for (const [subscription, reason] of invalid) await disableSubscription(this.pool, subscription, reason);
    return round;
  }

  /** A domain whose subscriptions cannot be matched now keeps none of the others waiting. */
  private async tell(client: PoolClient, { changes, horizon, failed, invalid }: Round): Promise<number> {
    if (changes.length === 0) return 0;
    const byDomain = Map.groupBy(changes, ({ domain_id }) => domain_id);
    const subscriptions = Map.groupBy(
      await this.matcher.subscriptionsOf(client, [...byDomain.keys()]),
      ({ domain_id }) => domain_id,
    );
    const matches: Match[] = [];
    for (const [domain_id, its] of byDomain) {
      try {
        matches.push(...(await this.matcher.matchesOf(its, subscriptions.get(domain_id) ?? [], invalid)));
      } catch (error) {
        failed.add(domain_id);
        this.logger.warn(`the changes of ${domain_id} are tried again: ${messageOf(error)}`);
      }
    }
    const told = await this.messagesOf(matches, horizon);
    const notices = matches.flatMap(({ change, subscription }) => {
      const found = told.get(change);
      return found === undefined ? [] : [{ change, subscription, message: this.noticeOf(found) }];
    });
    return writeNotifications(client, notices);
  }

  private async messagesOf(matches: readonly Match[], horizon: Horizon) {
    const changes = [...new Set(matches.map(({ change }) => change))];
    const told = changes.length === 0 ? [] : await this.outbox.messagesOf(changes, horizon);
    return new Map(told.map((each) => [each.change, each]));
  }

  private noticeOf({ change: { alert_id }, message }: ToldChange) {
    const links = { api: `${this.publicUrl.url}/monitoring/v1/alert/${alert_id}` };
    return { ...message, data: { ...message.data, links } };
  }
}

function positionOf({ xid, index, at }: CursorRow): FeedPosition {
  return { xid, index, offset: 0, at: Number(at) };
}

/** Domains that were read equally far, which is as a rule all of them: their changes are read together. */
async function lockOldest(client: PoolClient): Promise<readonly CursorRow[]> {
  const { rows } = await client.query<CursorRow>({
    name: 'lock notification cursors',
    text: `
      select domain_id, xid::text, index::text, at::text from notification_cursor
      where retry_at is null or retry_at <= clock_timestamp()
      order by notification_cursor.xid, notification_cursor.index, domain_id
      limit ${DOMAINS} for update skip locked`,
  });
  const [first] = rows;
  return rows.filter(({ xid, index }) => xid === first?.xid && index === first.index);
}

async function moveCursors(
  client: PoolClient,
  domains: readonly string[],
  { xid, index, at }: FeedPosition,
): Promise<void> {
  await client.query({
    name: 'move notification cursors',
    text: `
      update notification_cursor
      set xid = $2::text::xid8, index = $3::bigint, at = $4::bigint, retry_at = null, failures = 0
      where domain_id = any($1::text[])`,
    values: [domains, xid, index, at],
  });
}

async function postponeCursors(client: PoolClient, domains: readonly string[]): Promise<void> {
  await client.query({
    name: 'postpone notification cursors',
    text: `
      update notification_cursor set failures = failures + 1,
        retry_at = clock_timestamp() + make_interval(secs => least(60, 2 ^ least(failures, 6)))
      where domain_id = any($1::text[])`,
    values: [domains],
  });
}
