import { Injectable } from '@nestjs/common';
import { DiskFloor } from '#shared/platform/disk/disk-floor.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { LONGEST_GAP } from './postgres-heartbeat-watch.js';

/** Milliseconds. */
const TIMEOUT = 2_000;

/**
 * Tells the workers that deliveries are accepted. After a gap, or a leap of the database's clock, heartbeats have as
 * long again as they had at first: what was sent meanwhile may have been refused.
 */
@Injectable()
export class MarkAccepting {
  constructor(
    private readonly pool: IngestPool,
    private readonly disks: DiskFloor,
  ) {}

  @Every(1_000, { atStart: true })
  async mark(): Promise<void> {
    if (this.disks.isLow('database')) return;
    await this.pool.query({
      name: 'mark accepting',
      text: `
        update heartbeat_watch set
          accepting_since = case
            when abs(extract(epoch from statement_timestamp() - accepting_at)) <= ${LONGEST_GAP}
            then accepting_since else statement_timestamp() end,
          accepting_at = statement_timestamp()
        where accepting_at is null
          or accepting_at not between statement_timestamp() - interval '900 ms' and statement_timestamp()`,
      query_timeout: TIMEOUT,
    });
  }
}
