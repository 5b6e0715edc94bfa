import { Injectable } from '@nestjs/common';
import { Every, HOUR_MS } from '#shared/schedule/every.decorator.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { RetentionClock } from '#shared/platform/persistence/retention-clock.js';
import { RELEASE_LIFETIME_MS } from '../domain/consumption.js';
import { formatDay } from '../domain/quota-limit.js';

/** Days before today: a year and a month, so that a month can be compared with the same month of the year before. */
const USAGE_DAYS = 400;
const DAY_MS = 86_400_000;
const ROWS_PER_DELETE = 5_000;

/** Deletes usage past its retention, and consumptions that can no longer be retried or released. */
@Injectable()
export class UsageRetention {
  constructor(
    private readonly pool: IngestPool,
    private readonly clock: RetentionClock,
  ) {}

  @Every(HOUR_MS, { atStart: true })
  async enforce(usageDays = USAGE_DAYS): Promise<void> {
    const now = (await this.clock.now(this.pool)).getTime();
    const firstDay = formatDay(new Date(now - usageDays * DAY_MS));
    await this.delete('quota_usage', 'day < $1::date', firstDay);
    const oldest = new Date(now - RELEASE_LIFETIME_MS);
    await this.delete('quota_consumption', 'created_at < $1::timestamptz', oldest);
  }

  /** Deletes in portions, so that no statement locks many rows for long. Several workers share the work. */
  private async delete(table: string, condition: string, value: unknown): Promise<void> {
    const text = `
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${condition} limit ${ROWS_PER_DELETE} for update skip locked))`;
    while ((await this.pool.query(text, [value])).rowCount === ROWS_PER_DELETE);
  }
}
