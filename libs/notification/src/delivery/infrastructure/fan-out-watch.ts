import { Injectable } from '@nestjs/common';
import { AlertOutbox } from '#monitoring/contracts/alert-outbox.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { toPosition, type CursorRow } from './notification-cursors.js';

/** Seconds. Cursors move at least every ten seconds, also without changes. */
const STUCK_AFTER_SECONDS = 60;
/** The maximum number of domains that are looked at. */
const MAX_DOMAINS = 100;

/** Finds domains whose subscriptions are told nothing, because the changes of their alerts are not read. */
@Injectable()
export class FanOutWatch {
  constructor(
    private readonly pool: QueryPool,
    private readonly outbox: AlertOutbox,
  ) {}

  /** Returns domains of which changes wait although none was read for a minute. */
  async findStuckDomains(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<CursorRow>({
      name: 'cursors that do not move',
      text: `
        select domain_id, xid::text, index::text, at::text from notification_cursor
        where abs(extract(epoch from clock_timestamp()) - at) > ${STUCK_AFTER_SECONDS}
        order by at limit ${MAX_DOMAINS}`,
    });
    const waiting = await Promise.all(
      rows.map((row) => this.outbox.hasChangesAfter(row.domain_id, toPosition(row))),
    );
    return rows.flatMap(({ domain_id }, at) => (waiting[at] ? [domain_id] : []));
  }
}
