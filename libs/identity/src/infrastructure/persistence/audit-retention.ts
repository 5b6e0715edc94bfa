import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Every, HOUR_MS } from '#shared/schedule/every.decorator.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { RetentionClock } from '#shared/platform/persistence/retention-clock.js';
import { lowestUuid } from '#shared/query/instant.js';

/** How long the audit log is kept, in days. */
export abstract class AuditRetentionPeriod {
  abstract readonly auditDays: number;
}

const ROWS_PER_DELETE = 5_000;

/** Removes audit records whose retention has passed, by the clock of the database. */
@Injectable()
export class AuditRetention {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: IngestPool,
    private readonly clock: RetentionClock,
    private readonly period: AuditRetentionPeriod,
  ) {}

  /** Deletes in batches, so that no statement locks many rows for long. Several workers share the work. */
  @Every(HOUR_MS, { atStart: true })
  async enforce(): Promise<void> {
    const cutoff = await this.clock.now(this.pool);
    cutoff.setUTCDate(cutoff.getUTCDate() - this.period.auditDays);
    for (;;) {
      // The id begins with its time, so the oldest are found by the primary key.
      const deleted: unknown[] = await this.dataSource.query(
        `with old as (
          select audit_id from audit_log
          where audit_id < $1::uuid
          limit ${ROWS_PER_DELETE} for update skip locked),
        deleted as (delete from audit_log using old where audit_log.audit_id = old.audit_id returning 1)
        select * from deleted`,
        [lowestUuid(cutoff.getTime())],
      );
      if (deleted.length < ROWS_PER_DELETE) return;
    }
  }
}
