import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import type { Horizon } from '../contracts/feed-position.js';

/** Milliseconds. */
const TIMEOUT_MS = 5_000;
const POLL_INTERVAL_MS = 50;
const MAX_POLLS = 20;
/** The number of checks before a commit forces the WAL to disk. By then the server has usually written it by itself. */
const POLLS_BEFORE_COMMIT = 6;
/** Milliseconds that the oldest transaction may hold back the horizon before its session is looked up. */
const MAX_HOLD_MS = 1_000;
/**
 * Seconds after which a transaction of this database without the lock of the feed will never write to it: processing
 * takes the lock first, and transactions of an older release, which did not, have ended by then.
 */
const SETTLED_AFTER_SECONDS = 5;

interface HorizonRow {
  readonly xid: string;
  readonly next: string;
  readonly logged: string;
  readonly at: string;
  readonly holder?: string | null;
  readonly passed?: boolean | null;
}

const COMMON_COLUMNS = `
  pg_snapshot_xmax(snapshot)::text as next, pg_current_wal_insert_lsn()::text as logged,
  floor(extract(epoch from clock_timestamp()))::text as at`;
const READ_OLDEST_TRANSACTION = `
  select pg_snapshot_xmin(snapshot)::text as xid, ${COMMON_COLUMNS} from (select pg_current_snapshot() as snapshot) as now`;

/**
 * Finds the oldest transaction that may write to the feed. Every writer locks the feed before it gets a transaction
 * number. So a transaction of another database is no writer, and one of this database is none if it has been open for a
 * while without the lock. The snapshot is taken before the locks are read: a transaction without locks has ended, and
 * what it wrote is visible.
 */
const READ_OLDEST_WRITER = `
  with now as materialized (
    select pg_current_snapshot() as snapshot
  ), locks as materialized (
    select locktype, database, relation, transactionid, virtualtransaction, mode, pid from pg_locks
    where locktype in ('transactionid', 'relation') and granted
  ), open as materialized (
    select number, held.pid, coalesce(activity.datname, prepared.database) as database,
      coalesce(activity.application_name, 'prepared transaction ' || prepared.gid, '') as application,
      coalesce(activity.xact_start, prepared.prepared) as since,
      exists (
        select from locks feed
        where feed.locktype = 'relation' and feed.relation = 'event_feed'::regclass
          and feed.database = (select oid from pg_database where datname = current_database())
          and feed.virtualtransaction = held.virtualtransaction
      ) as writes,
      held.virtualtransaction is not null as is_known
    from now cross join pg_snapshot_xip(snapshot) as number
    left join locks held on held.locktype = 'transactionid' and held.transactionid = number::xid
      and held.mode = 'ExclusiveLock'
    left join pg_stat_activity activity on activity.pid = held.pid
    left join pg_prepared_xacts prepared on held.pid is null and prepared.transaction = number::xid
  ), judged as (
    select *, case
      when not is_known then pg_xact_status(number) is distinct from 'in progress'
      when database is distinct from current_database() then true
      when writes or $1 then false
      else coalesce(since < clock_timestamp() - make_interval(secs => ${SETTLED_AFTER_SECONDS}), true)
    end as passed
    from open
  )
  select coalesce((select min(number) from judged where not passed), pg_snapshot_xmax(snapshot))::text as xid,
    ${COMMON_COLUMNS}, oldest.holder, oldest.passed
  from now left join lateral (
    select passed, format('pid %s, application %s, database %s, open for %s s', pid, quote_literal(application),
      quote_ident(database), floor(extract(epoch from clock_timestamp() - since))) as holder
    from judged where is_known order by number limit 1
  ) as oldest on true`;

/**
 * How far the feed can be read. Every transaction below the horizon has ended, so a reader that has read up to it has
 * missed nothing. Everything below it is also on disk. Processing does not wait for the disk, and a crash of the server
 * could otherwise undo an event that was already sent, and reuse its number.
 */
@Injectable()
export class FeedHorizon {
  private readonly logger = new Logger('LiveFeed');
  /** The oldest open transaction, and the monotonic time at which it was first seen. */
  private oldestTransaction = { xid: '', since: 0 };
  private last: Horizon | undefined;
  private loggedXid: string | undefined;
  private isOldestSkipped = false;

  constructor(private readonly pool: QueryPool) {}

  /** Seconds that the oldest transaction of the server has been open, and whether the feed continues without it. */
  get oldestAge(): { readonly seconds: number; readonly passed: boolean } {
    const { since, xid } = this.oldestTransaction;
    const seconds = xid === this.last?.end || xid === '' ? 0 : (performance.now() - since) / 1000;
    return { seconds, passed: this.isOldestSkipped };
  }

  /**
   * Reads the current horizon.
   * @param isUrgent forces the WAL to disk at once instead of waiting until the server writes it
   * @throws when the WAL is not on disk within a second
   */
  async read(isUrgent = false): Promise<Horizon> {
    const row = await this.readRow();
    await this.waitUntilFlushed(row.logged, isUrgent ? 1 : POLLS_BEFORE_COMMIT);
    const { xid, next: end, at } = row;
    const horizon = { xid, index: '0', offset: 0, at: Number(at), end };
    const { last } = this;
    // The horizon never moves back, unless the history of the database changed.
    const isBehind = last !== undefined && BigInt(xid) < BigInt(last.xid) && BigInt(end) >= BigInt(last.xid);
    this.last = isBehind ? { ...last, at: horizon.at, end } : horizon;
    return this.last;
  }

  private async readRow(): Promise<HorizonRow> {
    const row = await this.queryRow<HorizonRow>('feed horizon', READ_OLDEST_TRANSACTION);
    const now = performance.now();
    if (row.xid !== this.oldestTransaction.xid) this.oldestTransaction = { xid: row.xid, since: now };
    this.isOldestSkipped = false;
    if (row.xid === row.next || now - this.oldestTransaction.since < MAX_HOLD_MS) {
      this.loggedXid = undefined;
      return row;
    }
    const writerRow = await this.queryRow<HorizonRow>('feed writers', READ_OLDEST_WRITER, [
      await isDistributed(this.pool),
    ]);
    this.isOldestSkipped = writerRow.passed === true;
    this.logHolder(writerRow);
    return writerRow;
  }

  private logHolder({ holder, passed }: HorizonRow): void {
    if (!holder || this.loggedXid === this.oldestTransaction.xid) return;
    this.loggedXid = this.oldestTransaction.xid;
    const action = passed ? 'the feed goes on without' : 'the feed waits for';
    this.logger.warn(`${action} a transaction that has been open for long: ${holder}`);
  }

  private async waitUntilFlushed(lsn: string, pollsBeforeCommit: number): Promise<void> {
    const isFlushed = async () => {
      const text = 'select pg_current_wal_flush_lsn() >= $1::pg_lsn as done';
      return (await this.queryRow<{ done: boolean }>('feed on disk', text, [lsn])).done;
    };
    for (let polls = 1; !(await isFlushed()); polls += 1) {
      if (polls === MAX_POLLS) throw new Error('what was committed is not on disk yet');
      if (polls === pollsBeforeCommit) await this.flushWal();
      else await sleep(POLL_INTERVAL_MS);
    }
  }

  /**
   * Forces the WAL to disk with a commit that waits for it. Otherwise the records of open transactions would stay in
   * memory for some time while no transaction commits.
   */
  private async flushWal(): Promise<void> {
    await this.queryRow('write to disk', `select pg_logical_emit_message(true, 'tocsin', '')`);
  }

  private async queryRow<R extends object>(name: string, text: string, values: unknown[] = []): Promise<R> {
    const { rows } = await this.pool.query<R>({ name, text, values, query_timeout: TIMEOUT_MS });
    return rows[0] as R;
  }
}

@Injectable()
export class FeedMetrics {
  constructor(metrics: Metrics, horizon: FeedHorizon) {
    metrics.gauge(
      'tocsin_feed_transaction_age_seconds',
      'Age of the oldest transaction of the server while events or alerts are followed; passed is true if the live tail does not wait for it.',
      () => {
        const { seconds, passed } = horizon.oldestAge;
        return [{ labels: { passed: String(passed) }, value: seconds }];
      },
    );
  }
}

/** Seconds. Every minute, Citus completes transactions that a crashed coordinator left half committed. */
const COMPLETED_AFTER_SECONDS = 120;

/**
 * Reads records and waits until all recent ones are visible. On a cluster, a transaction commits on the coordinator
 * first and on the machines of its records a moment later.
 * @param requested ids, with times in seconds since the epoch; a missing record long before `now` was removed
 * @throws when that takes more than a second
 */
export async function readVisible<R>(
  pool: Pool,
  requested: readonly { readonly id: string; readonly at: number }[],
  now: number,
  read: () => Promise<ReadonlyMap<string, R>>,
): Promise<ReadonlyMap<string, R>> {
  if (requested.length === 0) return new Map();
  let found = await read();
  if (!(await isDistributed(pool))) return found;
  const recent = requested.filter(({ at }) => at > now - COMPLETED_AFTER_SECONDS);
  for (let polls = 1; recent.some(({ id }) => !found.has(id)); polls += 1) {
    if (polls === MAX_POLLS) throw new Error('what was committed is not visible yet');
    await sleep(POLL_INTERVAL_MS);
    found = await read();
  }
  return found;
}
