import { Injectable, Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { AlertOutbox, type AlertChange, type ToldChange } from '#monitoring/contracts/alert-outbox.js';
import type { Horizon } from '#monitoring/contracts/feed-position.js';
import { messageOf } from '#shared/kernel/message-of.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { disableSubscription } from '../../persistence/disable-subscription.js';
import { countInLedger, type LedgerEntry } from '../../persistence/count-in-ledger.js';
import { silencesOf } from '../../persistence/silencing/read-silences.js';
import { ChangeFanOut } from '../application/ports/change-fan-out.js';
import { ChangeMatcher, type DomainSubscription, type Match } from './change-matcher.js';
import { lockCursors, moveCursors, positionOf, postponeCursors, type Group } from './notification-cursors.js';
import { PublicUrl } from './public-url.js';
import { sourceChanges, writeSourceNotices } from './source-notices.js';
import { writeNotifications } from './write-notifications.js';

/** Of a round. */
const CHANGES = 200;
/** Of a page: all of them are in memory at once. */
const NOTIFICATIONS = 5_000;
/** Seconds after which a cursor is stored although nothing was found. */
const STORE_IDLE_AFTER = 10;

interface FannedOut {
  readonly made: number;
  readonly isMore: boolean;
}

interface Round {
  readonly horizon: Horizon;
  /** Subscriptions that are to be disabled, and why. */
  readonly invalid: Map<DomainSubscription, string>;
  /** What is to be counted. */
  readonly entries: LedgerEntry[];
  /** There is no other group. */
  readonly isAlone: boolean;
}

type SubscriptionsOfDomains = ReadonlyMap<string, readonly DomainSubscription[]>;

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

  async run(): Promise<FannedOut> {
    const horizon = await this.outbox.horizon();
    const domains: string[] = [];
    try {
      return await this.round(horizon, null, domains);
    } catch (error) {
      if (domains.length === 0 || isDatabaseUnavailable(error)) throw error;
      this.logger.warn(`domain by domain, because together they fail: ${messageOf(error)}`);
      return this.runApart(horizon, domains);
    }
  }

  /** What cannot be stored of one domain keeps none of the others waiting. */
  private async runApart(horizon: Horizon, domains: readonly string[]): Promise<FannedOut> {
    const rounds: FannedOut[] = [];
    for (const domain_id of domains)
      try {
        rounds.push(await this.round(horizon, domain_id));
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        this.logger.error(`the changes of ${domain_id} are tried again: ${messageOf(error)}`);
        await postponeCursors(this.pool, [domain_id]);
      }
    return sumOf(rounds);
  }

  /** @param domains is told whose turn it is */
  private async round(horizon: Horizon, only: string | null, domains: string[] = []): Promise<FannedOut> {
    const invalid = new Map<DomainSubscription, string>();
    const rounds = await inTransaction(this.pool, async (client) => {
      const groups = (await lockCursors(client, only)).filter(
        ([{ xid }]) => BigInt(xid) < BigInt(horizon.xid),
      );
      domains.push(...groups.flat().map(({ domain_id }) => domain_id));
      const done = [];
      const entries: LedgerEntry[] = [];
      const isAlone = groups.length === 1;
      for (const group of groups)
        done.push(await this.advance(client, group, { horizon, invalid, entries, isAlone }));
      await countInLedger(client, entries);
      return done;
    });
    for (const [subscription, reason] of invalid) await disableSubscription(this.pool, subscription, reason);
    return sumOf(rounds);
  }

  /** One page for the domains of a group. */
  private async advance(
    client: PoolClient,
    cursors: Group,
    { horizon, invalid, entries, isAlone }: Round,
  ): Promise<FannedOut> {
    const from = positionOf(cursors[0]);
    const domains = cursors.map(({ domain_id }) => domain_id);
    const page = await this.outbox.read(domains, from, horizon, CHANGES);
    const subscriptions = await this.subscriptionsOf(client, page.changes);
    const changes = beginningOf(page.changes, subscriptions);
    const next = changes.length < page.changes.length ? changes.at(-1)?.position : page.next;
    const failed = new Set<string>();
    const made = await this.tell(client, changes, subscriptions, { horizon, failed, invalid, entries });
    // Groups that come to the same place are read together from then on.
    const isIdle = changes.length === 0 && next === undefined && isAlone;
    if (!isIdle || horizon.at - from.at > STORE_IDLE_AFTER) {
      const moved = domains.filter((domain_id) => !failed.has(domain_id));
      await moveCursors(client, moved, next ?? horizon);
    }
    if (failed.size > 0) await postponeCursors(client, [...failed]);
    return { made, isMore: next !== undefined };
  }

  /** A domain whose subscriptions cannot be matched now keeps none of the others waiting. */
  private async tell(
    client: PoolClient,
    changes: readonly AlertChange[],
    subscriptions: SubscriptionsOfDomains,
    { horizon, failed, invalid, entries }: Omit<Round, 'isAlone'> & { readonly failed: Set<string> },
  ): Promise<number> {
    if (changes.length === 0) return 0;
    const byDomain = Map.groupBy(changes, ({ domain_id }) => domain_id);
    const times = changes.map(({ changed_at }) => Date.parse(changed_at));
    const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
    const silences = Map.groupBy(
      await silencesOf(client, [...byDomain.keys()], from, to),
      ({ domain_id }) => domain_id,
    );
    const matches: Match[] = [];
    for (const [domain_id, its] of byDomain) {
      try {
        const found = await this.matcher.matchesOf(its, subscriptions.get(domain_id) ?? [], invalid);
        matches.push(...(await this.matcher.withSilences(found, silences.get(domain_id) ?? [])));
      } catch (error) {
        failed.add(domain_id);
        this.logger.warn(`the changes of ${domain_id} are tried again: ${messageOf(error)}`);
      }
    }
    const all = [...subscriptions.values()].flat();
    const ofSources = sourceChanges(
      changes.filter(({ domain_id }) => !failed.has(domain_id)),
      all,
    );
    const told = await this.messagesOf([...matches.map(({ change }) => change), ...ofSources], horizon);
    const notices = matches.flatMap((match) => {
      const found = told.get(match.change);
      return found === undefined ? [] : [{ ...match, message: this.noticeOf(found) }];
    });
    const sources = ofSources.flatMap((change) => told.get(change) ?? []);
    const now = new Date(horizon.at * 1000);
    const made = await writeSourceNotices(client, sources, all, {
      linkTo: (alert_id) => this.linkTo(alert_id),
      now,
    });
    const inserted = await writeNotifications(client, notices, now);
    for (const { domain_id, changed_at } of changes)
      if (!failed.has(domain_id)) entries.push({ domain_id, at: new Date(changed_at), as: 'changes' });
    for (const { domain_id, created_at } of inserted)
      entries.push({ domain_id, at: created_at, as: 'matched' });
    return made + notices.length;
  }

  private async subscriptionsOf(
    client: PoolClient,
    changes: readonly AlertChange[],
  ): Promise<SubscriptionsOfDomains> {
    if (changes.length === 0) return new Map();
    const domains = new Set(changes.map(({ domain_id }) => domain_id));
    const found = await this.matcher.subscriptionsOf(client, [...domains]);
    return Map.groupBy(found, ({ domain_id }) => domain_id);
  }

  private async messagesOf(all: readonly AlertChange[], horizon: Horizon) {
    const changes = [...new Set(all)];
    const told = changes.length === 0 ? [] : await this.outbox.messagesOf(changes, horizon, 'as changed');
    return new Map(told.map((each) => [each.change, each]));
  }

  private noticeOf({ change: { alert_id }, message }: ToldChange) {
    const links = {
      api: this.linkTo(alert_id),
      console: `${this.publicUrl.url}/console/#/alert/${alert_id}`,
    };
    return { ...message, data: { ...message.data, links } };
  }

  private linkTo(alert_id: string): string {
    return `${this.publicUrl.url}/monitoring/v1/alert/${alert_id}`;
  }
}

function sumOf(rounds: readonly FannedOut[]): FannedOut {
  return {
    made: rounds.reduce((sum, { made }) => sum + made, 0),
    isMore: rounds.some(({ isMore }) => isMore),
  };
}

/** One change at least, and no more than make that many notifications if everybody in their domains is told of all. */
function beginningOf(
  changes: readonly AlertChange[],
  subscriptions: SubscriptionsOfDomains,
): readonly AlertChange[] {
  let most = 0;
  const end = changes.findIndex(({ domain_id }, at) => {
    most += subscriptions.get(domain_id)?.length ?? 0;
    return at > 0 && most > NOTIFICATIONS;
  });
  return end === -1 ? changes : changes.slice(0, end);
}
