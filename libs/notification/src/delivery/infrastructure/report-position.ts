import { Injectable, Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { AlertOutbox } from '#monitoring/contracts/alert-outbox.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { toPosition, type CursorRow } from './notification-cursors.js';

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
