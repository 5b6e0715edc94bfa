import type { Pool } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import {
  AlertOutbox,
  type AlertChange,
  type AlertChangesPage,
  type ChangeWithMessage,
  type SqlTransaction,
} from '../../contracts/alert-outbox.js';
import type { FeedPosition, Horizon } from '../../contracts/feed-position.js';
import {
  findReaderPosition,
  removeReader,
  renumberChanges,
  saveReaderPosition,
} from '../tables/alert-change-readers.js';
import { findChangedAfter, findReopenings } from '../tables/changes-of-alerts.js';
import type { FeedHorizon } from '../../feed/feed-horizon.js';
import { withChangedState } from '../domain/alert-record.js';
import { PostgresAlertFeed, readAlertChanges } from './postgres-alert-feed.js';

/** Milliseconds. */
const TIMEOUT_MS = 5_000;

export class PostgresAlertOutbox extends AlertOutbox {
  private readonly feed: PostgresAlertFeed;

  constructor(
    private readonly pool: Pool,
    private readonly feedHorizon: Pick<FeedHorizon, 'read'>,
  ) {
    super();
    this.feed = new PostgresAlertFeed(pool);
  }

  /** Reads the value of the sequence, which touches no row of the table. */
  async readLatestNumber(): Promise<string> {
    const { rows } = await this.pool.query<{ latest: string }>({
      name: 'latest alert change',
      text: 'select last_value::text as latest from alert_change_index',
      query_timeout: TIMEOUT_MS,
    });
    return rows[0]?.latest ?? '';
  }

  async readStart(): Promise<FeedPosition> {
    const { rows } = await this.pool.query<{ xid: string; at: number }>({
      name: 'start of alert changes',
      text: `
        select pg_snapshot_xmin(pg_current_snapshot())::text as xid,
          floor(extract(epoch from clock_timestamp()))::float8 as at`,
      query_timeout: TIMEOUT_MS,
    });
    const [row] = rows;
    return { xid: row?.xid ?? '0', index: '0', offset: 0, at: row?.at ?? 0 };
  }

  /** Urgent, because notifications wait for it: commits are flushed to disk at once. */
  readHorizon(): Promise<Horizon> {
    return this.feedHorizon.read(true);
  }

  async read(
    domains: readonly string[],
    from: FeedPosition,
    horizon: FeedPosition,
    limit: number,
  ): Promise<AlertChangesPage> {
    const page = await readAlertChanges(this.pool, domains, from, horizon, limit);
    // A new alert may be visible on its node a moment after its change on the coordinator, and no filter would find it till then.
    if (await isDistributed(this.pool)) await this.feed.loadMessages(page.changes, horizon);
    return page;
  }

  async hasChangesAfter(domain_id: string, { xid, index }: FeedPosition): Promise<boolean> {
    const { rows } = await this.pool.query<{ found: boolean }>({
      name: 'alert changes after a position',
      text: `
        select exists (
          select from alert_change where domain_id = $1 and (alert_change.xid, alert_change.index) > (
            (select case when $2::text::xid8 > pg_snapshot_xmax(pg_current_snapshot()) then '0' else $2::text::xid8 end),
            (select $3::bigint))) as found`,
      values: [domain_id, xid, index],
      query_timeout: TIMEOUT_MS,
    });
    return rows[0]?.found === true;
  }

  findChangedAfter(
    domain_id: string,
    ids: readonly string[],
    position: FeedPosition,
  ): Promise<ReadonlySet<string>> {
    return findChangedAfter(this.pool, domain_id, ids, position);
  }

  findReopenings(domain_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    return findReopenings(this.pool, domain_id, ids);
  }

  savePosition(reader: string, position: FeedPosition): Promise<void> {
    return saveReaderPosition(this.pool, reader, position);
  }

  findPosition(reader: string): Promise<FeedPosition | undefined> {
    return findReaderPosition(this.pool, reader);
  }

  renumberChanges(
    transaction: SqlTransaction,
    positions: readonly { readonly domain_id: string; readonly xid: string; readonly index: string }[],
  ): Promise<FeedPosition> {
    return renumberChanges(transaction, positions);
  }

  removeReader(reader: string): Promise<void> {
    return removeReader(this.pool, reader);
  }

  async loadMessages(
    changes: readonly AlertChange[],
    horizon: Horizon,
    alerts: 'as changed' | 'as now',
  ): Promise<readonly ChangeWithMessage[]> {
    const messages = await this.feed.loadMessages(changes, horizon);
    if (alerts === 'as now') return messages;
    return messages.map((each) => ({ ...each, message: withChangedState(each.message) }));
  }
}
