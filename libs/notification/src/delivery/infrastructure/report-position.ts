import { Injectable } from '@nestjs/common';
import { AlertOutbox } from '#monitoring/contracts/alert-outbox.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { toPosition, type CursorRow } from './notification-cursors.js';
import { createLostCursors, moveRestoredCursors } from './repair-cursors.js';

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
