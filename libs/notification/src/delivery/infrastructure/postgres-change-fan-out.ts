import { Injectable, Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { AlertOutbox, type AlertChange, type ToldChange } from '#monitoring/contracts/alert-outbox.js';
import type { Horizon } from '#monitoring/contracts/feed-position.js';
import { messageOf } from '#shared/kernel/message-of.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { TimeoutError, withTimeout } from '#shared/platform/with-timeout.js';
import { disableSubscription } from '../../persistence/disable-subscription.js';
import { countInLedger, type LedgerEntry } from '../../persistence/count-in-ledger.js';
import { silencesOf, type StoredSilence } from '../../persistence/silencing/read-silences.js';
import { ChangeFanOut, type FannedOut } from '../application/ports/change-fan-out.js';
import { beginningOf, overloading } from '../domain/share-page.js';
import { SlowDomains } from '../domain/slow-domains.js';
import { ChangeMatcher, type DomainSubscription, type Match } from './change-matcher.js';
import {
  lockCursors,
  moveCursors,
  positionOf,
  postponeCursors,
  type Domains,
  type Group,
} from './notification-cursors.js';
import { PublicUrl } from './public-url.js';
import { sourceChanges, writeSourceNotices } from './source-notices.js';
import { writeNotifications } from './write-notifications.js';

/** The maximum number of changes in one page. */
const CHANGES = 200;
/**
 * The maximum number of notifications in a page, which is in memory; fewer if read separately: streams wait for the
 * transaction.
 */
const NOTIFICATIONS = 5_000;
const NOTIFICATIONS_APART = 1_000;
/** Milliseconds for the filters of a domain while others wait, and after which it is read separately from then on. */
const PATIENCE = 1_000;
const SLOW_AFTER = 250;
/** The maximum time in milliseconds for the filters of a domain that is read separately. */
const PATIENCE_APART = 4_000;
/** Seconds after which a cursor is moved although there were no changes. */
const STORE_IDLE_AFTER = 10;

interface Round {
  readonly horizon: Horizon;
  /** Subscriptions that are to be disabled, with the reason. */
  readonly invalid: Map<DomainSubscription, string>;
  /** The entries for the notification ledger. */
  readonly entries: LedgerEntry[];
  /** Whether all locked cursors have the same position. */
  readonly isAlone: boolean;
  /** Whether the round has several domains, which wait for each other. */
  readonly isShared: boolean;
  /** Milliseconds that the filters of a domain may take; `undefined` if no other domain waits. */
  readonly patience: number | undefined;
  readonly most: number;
}

/** Domains that were not read to the end of the page. */
interface Unread {
  /** Domains whose filters failed. They are retried after a pause. */
  readonly failed: Set<string>;
  /** Domains that are read separately. */
  readonly left: Set<string>;
}

interface OfDomain {
  readonly changes: readonly AlertChange[];
  readonly subscriptions: readonly DomainSubscription[];
  readonly silences: readonly StoredSilence[];
}

type SubscriptionsOfDomains = ReadonlyMap<string, readonly DomainSubscription[]>;

@Injectable()
export class PostgresChangeFanOut extends ChangeFanOut {
  private readonly logger = new Logger('FanOut');
  private readonly slow = new SlowDomains();

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
      return await this.round(horizon, { without: this.slow.all }, domains);
    } catch (error) {
      if (domains.length === 0 || isDatabaseUnavailable(error)) throw error;
      this.logger.warn(`alert changes of several domains failed; each is tried alone: ${messageOf(error)}`);
      return this.runApart(horizon, domains);
    }
  }

  async runSlow(): Promise<FannedOut> {
    const only = this.slow.next();
    if (only === undefined) return { made: 0, isMore: false };
    return this.runApart(await this.outbox.horizon(), [only]);
  }

  /** Uses one transaction per domain, so that one whose changes cannot be stored does not stop the others. */
  private async runApart(horizon: Horizon, domains: readonly string[]): Promise<FannedOut> {
    const rounds: FannedOut[] = [];
    for (const domain_id of domains)
      try {
        rounds.push(await this.round(horizon, { only: domain_id }));
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        this.logger.error(`alert changes of ${domain_id} failed, and are tried again: ${messageOf(error)}`);
        await postponeCursors(this.pool, [domain_id]);
      }
    return sumOf(rounds);
  }

  /** Reads a page of each group of domains in one transaction. @param domains receives the ids of the locked domains */
  private async round(horizon: Horizon, whose: Domains, domains: string[] = []): Promise<FannedOut> {
    const invalid = new Map<DomainSubscription, string>();
    const rounds = await inTransaction(this.pool, async (client) => {
      const groups = (await lockCursors(client, whose)).filter(
        ([{ xid }]) => BigInt(xid) < BigInt(horizon.xid),
      );
      domains.push(...groups.flat().map(({ domain_id }) => domain_id));
      const done = [];
      const entries: LedgerEntry[] = [];
      const isAlone = groups.length === 1;
      const isShared = groups.flat().length > 1;
      const limits =
        whose.only === undefined
          ? { patience: isShared ? PATIENCE : undefined, most: NOTIFICATIONS }
          : { patience: PATIENCE_APART, most: NOTIFICATIONS_APART };
      for (const group of groups)
        done.push(
          await this.advance(client, group, { horizon, invalid, entries, isAlone, isShared, ...limits }),
        );
      await countInLedger(client, entries);
      return done;
    });
    for (const [subscription, reason] of invalid) await disableSubscription(this.pool, subscription, reason);
    return sumOf(rounds);
  }

  /** Fans out one page of the changes of a group of domains, and moves their cursors. */
  private async advance(
    client: PoolClient,
    cursors: Group,
    { isAlone, ...round }: Round,
  ): Promise<FannedOut> {
    const { horizon, isShared, most } = round;
    const from = positionOf(cursors[0]);
    const domains = cursors.map(({ domain_id }) => domain_id);
    const page = await this.outbox.read(domains, from, horizon, CHANGES);
    const subscriptions = await this.subscriptionsOf(client, page.changes);
    const left = new Set(isShared ? overloading(page.changes, subscriptions) : []);
    const its = page.changes.filter(({ domain_id }) => !left.has(domain_id));
    const changes = beginningOf(its, subscriptions, most);
    const next = changes.length < its.length ? changes.at(-1)?.position : page.next;
    const failed = new Set<string>();
    const made = await this.tell(client, changes, subscriptions, { ...round, failed, left });
    for (const domain_id of left) this.slow.note(domain_id);
    // With several groups, cursors move even without changes: equal positions are read together from then on.
    const isIdle = changes.length === 0 && next === undefined && isAlone;
    if (!isIdle || horizon.at - from.at > STORE_IDLE_AFTER) {
      const moved = domains.filter((domain_id) => !failed.has(domain_id) && !left.has(domain_id));
      await moveCursors(client, moved, next ?? horizon);
    }
    if (failed.size > 0) await postponeCursors(client, [...failed]);
    return { made, isMore: next !== undefined };
  }

  /** Writes the notifications of a page. A domain whose filters fail is added to `failed` and does not stop the others. */
  private async tell(
    client: PoolClient,
    changes: readonly AlertChange[],
    subscriptions: SubscriptionsOfDomains,
    { horizon, failed, left, entries, ...round }: Omit<Round, 'isAlone'> & Unread,
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
        const ofDomain = {
          changes: its,
          subscriptions: subscriptions.get(domain_id) ?? [],
          silences: silences.get(domain_id) ?? [],
        };
        matches.push(...(await this.matchesOf(domain_id, ofDomain, round)));
      } catch (error) {
        if (error instanceof TimeoutError && round.isShared) {
          left.add(domain_id);
          continue;
        }
        failed.add(domain_id);
        this.logger.warn(`alert changes of ${domain_id} failed, and are tried again: ${messageOf(error)}`);
      }
    }
    const isRead = ({ domain_id }: AlertChange) => !failed.has(domain_id) && !left.has(domain_id);
    const all = [...subscriptions.values()].flat();
    const ofSources = sourceChanges(changes.filter(isRead), all);
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
    for (const { domain_id, changed_at } of changes.filter(isRead))
      entries.push({ domain_id, at: new Date(changed_at), as: 'changes' });
    for (const { domain_id, created_at } of inserted)
      entries.push({ domain_id, at: created_at, as: 'matched' });
    return made + notices.length;
  }

  /** @throws TimeoutError if other domains have waited long enough */
  private async matchesOf(
    domain_id: string,
    { changes, subscriptions, silences }: OfDomain,
    { invalid, patience }: Pick<Round, 'invalid' | 'patience'>,
  ): Promise<readonly Match[]> {
    const stop = new AbortController();
    const begun = performance.now();
    const matching = this.matcher
      .matchesOf(changes, subscriptions, invalid, stop.signal)
      .then((found) => this.matcher.withSilences(found, silences, stop.signal));
    if (patience === undefined) return matching;
    try {
      return await withTimeout(patience, matching, `the filters of ${domain_id}`);
    } finally {
      stop.abort();
      if (performance.now() - begun > SLOW_AFTER) this.slow.note(domain_id);
    }
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
