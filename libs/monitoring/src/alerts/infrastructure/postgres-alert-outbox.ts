import { Injectable } from '@nestjs/common';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { getUuidTime, lowestUuidNear } from '#shared/query/instant.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
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
import { FeedHorizon } from '../../feed/feed-horizon.js';
import { withChangedState } from '../domain/alert-record.js';
import { PostgresAlertFeed, readAlertChanges } from './postgres-alert-feed.js';

/** Milliseconds. */
const TIMEOUT_MS = 5_000;

@Injectable()
export class PostgresAlertOutbox extends AlertOutbox {
  private readonly feed: PostgresAlertFeed;

  constructor(
    private readonly pool: QueryPool,
    private readonly feedHorizon: FeedHorizon,
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

  /** Reads only what follows the position, which is little. It has no name, so that it is planned for that position. */
  async findChangedAfter(
    domain_id: string,
    ids: readonly string[],
    { xid, index }: FeedPosition,
  ): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ alert_id: string }>({
      text: `
        select distinct alert_id from alert_change
        where domain_id = $1 and alert_id = any($2::uuid[]) and (alert_change.xid, alert_change.index) > (
          case when $3::text::xid8 > pg_snapshot_xmax(pg_current_snapshot()) then '0' else $3::text::xid8 end, $4::bigint)`,
      values: [domain_id, ids.map((id) => parseId('alert', id)), xid, index],
      query_timeout: TIMEOUT_MS,
    });
    return new Set(rows.map(({ alert_id }) => formatId('alert', alert_id)));
  }

  /** The ids of changes begin with a time, so that young alerts need few partitions. */
  async findReopenings(domain_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    if (ids.length === 0) return new Map();
    const uuids = ids.map((id) => parseId('alert', id));
    const { rows } = await this.pool.query<{ alert_id: string; reopened_at: Date }>({
      text: `
        select alert_id, max(changed_at) as reopened_at from alert_change
        where domain_id = $1 and alert_id = any($2::uuid[]) and change_id >= $3::uuid and kind = 'reopened' and not flapping
        group by alert_id`,
      values: [domain_id, uuids, lowestUuidNear(Math.min(...uuids.map(getUuidTime)))],
      query_timeout: TIMEOUT_MS,
    });
    return new Map(rows.map(({ alert_id, reopened_at }) => [formatId('alert', alert_id), reopened_at]));
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
