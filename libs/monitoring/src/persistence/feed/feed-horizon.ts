import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import type { Horizon } from '../../contracts/feed-position.js';

/** Milliseconds. */
const TIMEOUT = 5_000;
const LOOK_EVERY = 50;
const LOOKS = 20;
/** The number of checks before a commit forces the WAL to disk. By then the server has usually written it by itself. */
const LOOKS_BEFORE_COMMIT = 6;
/** Milliseconds that the oldest transaction may hold back the horizon before its session is looked up. */
const PATIENCE = 1_000;
/**
 * Seconds after which a transaction of this database without the lock of the feed will never write to it: processing
 * takes the lock first, and transactions of an older release, which did not, have ended by then.
 */
const SETTLED = 5;

interface Row {
  readonly xid: string;
  readonly next: string;
  readonly logged: string;
  readonly at: string;
  readonly holder?: string | null;
  readonly passed?: boolean | null;
}

const COMMON = `
  pg_snapshot_xmax(snapshot)::text as next, pg_current_wal_insert_lsn()::text as logged,
  floor(extract(epoch from clock_timestamp()))::text as at`;
const OLDEST = `
  select pg_snapshot_xmin(snapshot)::text as xid, ${COMMON} from (select pg_current_snapshot() as snapshot) as now`;

/**
 * Finds the oldest transaction that may write to the feed. Every writer locks the feed before it gets a transaction
 * number. So a transaction of another database is no writer, and one of this database is none if it has been open for a
 * while without the lock. The snapshot is taken before the locks are read: a transaction without locks has ended, and
 * what it wrote is visible.
 */
const WRITERS = `
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
      else coalesce(since < clock_timestamp() - make_interval(secs => ${SETTLED}), true)
    end as passed
    from open
  )
  select coalesce((select min(number) from judged where not passed), pg_snapshot_xmax(snapshot))::text as xid,
    ${COMMON}, oldest.holder, oldest.passed
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
export class FeedHorizon {
  private readonly logger = new Logger('LiveFeed');
  /** The oldest open transaction, and the monotonic time at which it was first seen. */
  private oldest = { xid: '', since: 0 };
  private last: Horizon | undefined;
  private told: string | undefined;
  private passed = false;

  constructor(private readonly pool: Pool) {}

  /** Seconds that the oldest transaction of the server has been open, and whether the feed continues without it. */
  get held(): { readonly seconds: number; readonly passed: boolean } {
    const { since, xid } = this.oldest;
    const seconds = xid === this.last?.end || xid === '' ? 0 : (performance.now() - since) / 1000;
    return { seconds, passed: this.passed };
  }

  /**
   * Reads the current horizon.
   * @param isUrgent forces the WAL to disk at once instead of waiting until the server writes it
   * @throws when the WAL is not on disk within a second
   */
  async read(isUrgent = false): Promise<Horizon> {
    const row = await this.look();
    await this.untilOnDisk(row.logged, isUrgent ? 1 : LOOKS_BEFORE_COMMIT);
    const { xid, next: end, at } = row;
    const horizon = { xid, index: '0', offset: 0, at: Number(at), end };
    const { last } = this;
    // The horizon never moves back, unless the history of the database changed.
    const isBehind = last !== undefined && BigInt(xid) < BigInt(last.xid) && BigInt(end) >= BigInt(last.xid);
    this.last = isBehind ? { ...last, at: horizon.at, end } : horizon;
    return this.last;
  }

  private async look(): Promise<Row> {
    const row = await this.one<Row>('feed horizon', OLDEST);
    const now = performance.now();
    if (row.xid !== this.oldest.xid) this.oldest = { xid: row.xid, since: now };
    this.passed = false;
    if (row.xid === row.next || now - this.oldest.since < PATIENCE) {
      this.told = undefined;
      return row;
    }
    const refined = await this.one<Row>('feed writers', WRITERS, [await isDistributed(this.pool)]);
    this.passed = refined.passed === true;
    this.tell(refined);
    return refined;
  }

  private tell({ holder, passed }: Row): void {
    if (!holder || this.told === this.oldest.xid) return;
    this.told = this.oldest.xid;
    const what = passed ? 'the feed goes on without' : 'the feed waits for';
    this.logger.warn(`${what} a transaction that has been open for long: ${holder}`);
  }

  private async untilOnDisk(logged: string, looksBeforeCommit: number): Promise<void> {
    const isDone = async () => {
      const text = 'select pg_current_wal_flush_lsn() >= $1::pg_lsn as done';
      return (await this.one<{ done: boolean }>('feed on disk', text, [logged])).done;
    };
    for (let looked = 1; !(await isDone()); looked += 1) {
      if (looked === LOOKS) throw new Error('what was committed is not on disk yet');
      if (looked === looksBeforeCommit) await this.writeToDisk();
      else await sleep(LOOK_EVERY);
    }
  }

  /**
   * Forces the WAL to disk with a commit that waits for it. Otherwise the records of open transactions would stay in
   * memory for some time while no transaction commits.
   */
  private async writeToDisk(): Promise<void> {
    await this.one('write to disk', `select pg_logical_emit_message(true, 'tocsin', '')`);
  }

  private async one<R extends object>(name: string, text: string, values: unknown[] = []): Promise<R> {
    const { rows } = await this.pool.query<R>({ name, text, values, query_timeout: TIMEOUT });
    return rows[0] as R;
  }
}
