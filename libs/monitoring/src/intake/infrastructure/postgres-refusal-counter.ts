import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import type { DeliveryTarget } from '../application/ports/delivery-log.js';
import { RefusalCounter } from '../application/ports/refusal-counter.js';

/** Milliseconds. The pool is shared with accepting. */
const TIMEOUT_MS = 2_000;

interface RefusalCount {
  readonly domain_id: string;
  count: number;
  reason: string;
}

/** Writes one batch at a time. Refusals that arrive during a write go into the next batch, so that refusing stays cheap. */
@Injectable()
export class PostgresRefusalCounter extends RefusalCounter implements BeforeApplicationShutdown {
  private readonly logger = new Logger('RefusalCounter');
  private readonly refusals = new Map<string, RefusalCount>();
  private writing: Promise<void> | undefined;

  constructor(private readonly pool: IngestPool) {
    super();
  }

  count({ uuid, domain_id }: DeliveryTarget, reason: string): void {
    this.refusals.set(uuid, { domain_id, count: (this.refusals.get(uuid)?.count ?? 0) + 1, reason });
    this.writing ??= this.writeAll();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.refusals.size > 0) {
      const batch = [...this.refusals].sort(([a], [b]) => (a < b ? -1 : 1));
      this.refusals.clear();
      try {
        await this.write(batch);
      } catch (error) {
        this.logger.warn(`refused deliveries were not counted: ${getLogMessage(error)}`);
      }
    }
    // Cleared here, not in a `finally` of the promise: a refusal counted in between would not start a write.
    this.writing = undefined;
  }

  private async write(batch: readonly (readonly [string, RefusalCount])[]): Promise<void> {
    await this.pool.query({
      name: 'count refused',
      query_timeout: TIMEOUT_MS,
      text: `
        update webhook_cursor set
          failed_count = failed_count + refused.count,
          last_error = refused.reason,
          last_error_at = statement_timestamp()
        from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[]) as refused (webhook_id, count, reason, domain_id)
        where webhook_cursor.webhook_id = refused.webhook_id and webhook_cursor.domain_id = refused.domain_id`,
      values: [
        batch.map(([uuid]) => uuid),
        batch.map(([, { count }]) => count),
        batch.map(([, { reason }]) => reason),
        batch.map(([, { domain_id }]) => domain_id),
      ],
    });
  }
}
