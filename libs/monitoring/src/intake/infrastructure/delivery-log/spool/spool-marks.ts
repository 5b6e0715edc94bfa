import { hostname } from 'node:os';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { DeliverySpool } from './delivery-spool.js';

/** Milliseconds. */
const INTERVAL_MS = 1_000;
const IN_USE_INTERVAL_MS = 250;
const TIMEOUT_MS = 1_000;

/**
 * Publishes from which time of arrival this process still holds deliveries in its spool, so that workers wait for them
 * before they process what other spools wrote. The mark of an ended process is kept for a day, but workers wait for it
 * only a few seconds.
 */
@Injectable()
export class SpoolMarks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly pool: IngestPool,
    private readonly spool: DeliverySpool,
  ) {}

  onApplicationBootstrap(): void {
    if (this.spool.isEnabled) this.scheduleMark();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.writing;
    if (this.spool.isActive || this.name === undefined) return;
    const text = `delete from spool_mark where spool = $1`;
    await this.pool.query({ text, values: [this.name], query_timeout: TIMEOUT_MS }).catch(() => undefined);
  }

  private get name(): string | undefined {
    return this.spool.path && `${hostname()}:${this.spool.path}`;
  }

  private scheduleMark(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(
      () => {
        this.writing = this.writeMark()
          // Without the database there are no workers to inform.
          .catch(() => undefined)
          .then(() => this.scheduleMark());
      },
      this.spool.isActive ? IN_USE_INTERVAL_MS : INTERVAL_MS,
    ).unref();
  }

  private async writeMark(): Promise<void> {
    await this.pool.query({
      name: 'mark spool',
      text: `
        with gone as (delete from spool_mark where seen_at < statement_timestamp() - interval '1 day')
        insert into spool_mark (spool, held_from, seen_at) values ($1, $2, statement_timestamp())
        on conflict (spool) do update set held_from = excluded.held_from, seen_at = excluded.seen_at`,
      values: [this.name, this.spool.oldestArrival ?? null],
      query_timeout: TIMEOUT_MS,
    });
  }
}
