import { Injectable } from '@nestjs/common';
import { DiskFloor } from '#shared/platform/disk/disk-floor.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { MAX_GAP_SECONDS } from './check-heartbeats.js';

/** Milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Tells the workers that deliveries are accepted. After a gap, or a jump of the database's clock, the time of every heartbeat
 * starts again, because pings may have been rejected meanwhile.
 */
@Injectable()
export class RecordAcceptance {
  constructor(
    private readonly pool: IngestPool,
    private readonly disks: DiskFloor,
  ) {}

  @Every(1_000, { atStart: true })
  async execute(): Promise<void> {
    if (this.disks.isLow('database')) return;
    await this.pool.query({
      name: 'mark accepting',
      text: `
        update heartbeat_watch set
          accepting_since = case when is_new then statement_timestamp() else accepting_since end,
          accepted_from = case when is_new then accepting_since else accepted_from end,
          accepted_until = case when is_new then accepting_at else accepted_until end,
          accepting_at = statement_timestamp()
        from (
          select coalesce(abs(extract(epoch from statement_timestamp() - accepting_at)) > ${MAX_GAP_SECONDS}, true) as is_new
          from heartbeat_watch
        ) as gap
        where accepting_at is null
          or accepting_at not between statement_timestamp() - interval '900 ms' and statement_timestamp()`,
      query_timeout: TIMEOUT_MS,
    });
  }
}
