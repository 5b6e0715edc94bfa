import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase, Pool } from 'pg';
import { AlertOutbox } from '#monitoring/contracts/alert-outbox.js';
import type { FeedPosition } from '#monitoring/contracts/feed-position.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { TAKES_EFFECT } from '../../inhibitions/tables/inhibition-tables.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';

/** The maximum numbers of domains and of groups in one round. */
const MAX_DOMAINS = 256;
const MAX_GROUPS = 8;
/** The longest pause in seconds after changes of a domain failed. It may have been for want of a connection, for a short time. */
const MAX_PAUSE_SECONDS = 10;

export interface CursorRow {
  readonly domain_id: string;
  readonly xid: string;
  readonly index: string;
  readonly at: string;
}

export interface ClaimedCursor extends CursorRow {
  /** Most domains have none, and need not be asked for them. */
  readonly has_inhibitions: boolean;
}

/** Domains whose cursors have the same position, which are read together. */
export type CursorGroup = readonly [ClaimedCursor, ...ClaimedCursor[]];

export function toPosition({ xid, index, at }: CursorRow): FeedPosition {
  return { xid, index, offset: 0, at: Number(at) };
}

/** Returns how far the changes of a domain were read; `undefined` if it tells nobody, so that none are read. */
export async function readPosition(
  client: RecordReader,
  domain_id: string,
): Promise<FeedPosition | undefined> {
  const { rows } = await client.query<CursorRow>({
    name: 'notification cursor of a domain',
    text: 'select domain_id, xid::text, index::text, at::text from notification_cursor where domain_id = $1',
    values: [domain_id],
  });
  return rows[0] && toPosition(rows[0]);
}

/** Selects cursors. */
export interface CursorSelection {
  /** Only this domain, if it is due. */
  readonly onlyDomain?: string;
  readonly excludedDomains?: readonly string[];
}

/**
 * Claims cursors until the end of the transaction, and groups them by position. Usually all domains are in one group, so that
 * their changes are read at once. An advisory lock, because readers of the feed would wait for one that locks rows.
 */
export async function claimCursors(
  client: ClientBase,
  { onlyDomain, excludedDomains = [] }: CursorSelection,
): Promise<readonly CursorGroup[]> {
  const { rows: claimed } = await client.query<{ domain_id: string }>({
    name: 'claim notification cursors',
    text: `
      with due as materialized (
        select domain_id from notification_cursor
        where (retry_at is null or ${buildDueCondition('retry_at', MAX_PAUSE_SECONDS)}) and ($1::text is null or domain_id = $1)
          and domain_id <> all($2::text[])
        order by xid, index, domain_id
      )
      select domain_id from due
      where pg_try_advisory_xact_lock(hashtextextended('fan-out ' || domain_id, 0))
      limit ${MAX_DOMAINS}`,
    values: [onlyDomain ?? null, excludedDomains],
  });
  if (claimed.length === 0) return [];
  // Read after the claim: the statement above may see them as they were before their last holder moved them.
  const { rows } = await client.query<ClaimedCursor>({
    name: 'read notification cursors',
    text: `
      select domain_id, xid::text, index::text, at::text, exists (
          select from inhibition where inhibition.domain_id = notification_cursor.domain_id and ${TAKES_EFFECT}
        ) as has_inhibitions
      from notification_cursor
      where domain_id = any($1::text[]) order by notification_cursor.xid, notification_cursor.index, domain_id`,
    values: [claimed.map(({ domain_id }) => domain_id)],
  });
  const groups = Map.groupBy(rows, ({ xid, index }) => `${xid} ${index}`);
  return [...groups.values()].slice(0, MAX_GROUPS) as unknown as readonly CursorGroup[];
}

/** A domain lost its cursor after it was claimed: its last subscription was disabled or deleted. */
class CursorGoneError extends Error {}

/** Repeats a transaction that moves cursors if one of them is gone meanwhile. The other domains must not wait for a pause. */
export function repeatIfGone<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (!(error instanceof CursorGoneError)) throw error;
    return work();
  });
}

/** @throws CursorGoneError; another error if another process has moved one of the cursors */
export async function moveCursors(
  client: ClientBase,
  cursors: readonly CursorRow[],
  { xid, index, at }: FeedPosition,
): Promise<void> {
  const [first] = cursors;
  if (first === undefined) return;
  const { rowCount } = await client.query({
    name: 'move notification cursors',
    text: `
      update notification_cursor
      set xid = $2::text::xid8, index = $3::bigint, at = $4::bigint, retry_at = null, failures = 0
      where domain_id = any($1::text[]) and xid = $5::text::xid8 and index = $6::bigint`,
    values: [cursors.map(({ domain_id }) => domain_id), xid, index, at, first.xid, first.index],
  });
  if (rowCount === cursors.length) return;
  const { rows } = await client.query<{ kept: number }>({
    name: 'count notification cursors',
    text: 'select count(*)::int as kept from notification_cursor where domain_id = any($1::text[])',
    values: [cursors.map(({ domain_id }) => domain_id)],
  });
  if ((rows[0]?.kept ?? 0) < cursors.length) throw new CursorGoneError('a domain no longer tells anybody');
  // A process of the previous release locks the row instead.
  throw new Error('another process has moved the position of a domain');
}

export async function postponeCursors(client: ClientBase | Pool, domains: readonly string[]): Promise<void> {
  await client.query({
    name: 'postpone notification cursors',
    text: `
      update notification_cursor set failures = failures + 1,
        retry_at = clock_timestamp() + make_interval(secs => least(${MAX_PAUSE_SECONDS}, 2 ^ least(failures, 6)))
      where domain_id = any($1::text[])`,
    values: [domains],
  });
}

const logger = new Logger('FanOut');

/**
 * Moves cursors that a restore into another cluster left ahead of all changes: the numbers of transactions begin again there,
 * and nothing would be read for good. Changes that were not read before are read next.
 */
export async function moveRestoredCursors(pool: Pool, outbox: AlertOutbox): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows: ahead } = await client.query<CursorRow>(`
      select domain_id, xid::text, index::text, at::text from notification_cursor
      where xid > pg_snapshot_xmax(pg_current_snapshot()) order by domain_id for update`);
    if (ahead.length === 0) return;
    const { xid, index, at } = await outbox.renumberChanges(client, ahead);
    await client.query(
      `update notification_cursor
       set xid = $2::text::xid8, index = $3::bigint, at = $4::bigint, retry_at = null, failures = 0
       where domain_id = any ($1::text[])`,
      [ahead.map(({ domain_id }) => domain_id), xid, index, at],
    );
    logger.warn(
      `the database was restored into another cluster: notifications of ${ahead.length} domains go on`,
    );
  });
}

/** Creates the cursors of domains that have an enabled subscription and lost theirs, where the reader last was. */
export async function createLostCursors(pool: Pool, outbox: AlertOutbox, reader: string): Promise<void> {
  const { xid, index, at } = (await outbox.findPosition(reader)) ?? (await outbox.readStart());
  const { rowCount } = await pool.query(
    `insert into notification_cursor (domain_id, xid, index, at)
     select distinct domain_id, $1::text::xid8, $2::bigint, $3::bigint from subscription
     where state = 'ENABLED' and deleted_at is null
       and not exists (select from notification_cursor known where known.domain_id = subscription.domain_id)
     on conflict (domain_id) do nothing`,
    [xid, index, at],
  );
  if (rowCount !== null && rowCount > 0)
    logger.warn(`${rowCount} domains had lost their position; their notifications go on`);
}

const READER = 'notification';
/** Milliseconds. The interval may be long, because unread changes are kept for days anyway. */
const INTERVAL_MS = 60_000;

/** Repairs cursors, and reports to monitoring how far the changes of alerts were read, so that unread changes are kept. */
@Injectable()
export class ReportPosition {
  constructor(
    private readonly pool: IngestPool,
    private readonly outbox: AlertOutbox,
  ) {}

  @Every(INTERVAL_MS, { atStart: true })
  async report(): Promise<void> {
    await moveRestoredCursors(this.pool, this.outbox);
    await createLostCursors(this.pool, this.outbox, READER);
    const { rows } = await this.pool.query<CursorRow>({
      name: 'oldest notification cursor',
      text: `
        select domain_id, xid::text, index::text, at::text from notification_cursor
        order by notification_cursor.xid, notification_cursor.index limit 1`,
    });
    const [oldest] = rows;
    if (oldest === undefined) await this.outbox.removeReader(READER);
    else await this.outbox.savePosition(READER, toPosition(oldest));
  }
}
