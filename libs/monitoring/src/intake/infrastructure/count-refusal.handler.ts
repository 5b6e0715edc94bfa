import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { cleanText } from '#shared/kernel/clean-text.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { LONG_USE, MaxMinShares } from '#shared/kernel/domain-shares.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import {
  CountRefusal,
  KnownWebhookError,
  type PostedAddress,
  type Refusal,
  type RefusedWebhook,
} from '../application/count-refusal.js';
import { WebhookDirectory } from '../application/ports/webhook-directory.js';
import { IntakeCounters } from './intake-counters.js';

/** Milliseconds. The pool is shared with accepting. */
const TIMEOUT_MS = 2_000;
const WRITE_INTERVAL_MS = 500;
/** Webhooks and statuses between two writes, shared between domains. Those beyond are not counted. */
const MAX_PENDING = 10_000;
const MAX_REASON_CHARACTERS = 500;
/** Lookups that may wait for the database at a time. Nobody waits for them, so the requests do not limit them. */
const MAX_LOOKUPS = 100;
/** A wrong signature also counts as a failed delivery. */
const UNAUTHENTICATED = 401;
const NOT_FOUND = 404;

interface PendingRefusals extends Refusal, Omit<RefusedWebhook, 'webhook_id'> {
  readonly count: number;
  /** Milliseconds of the monotonic clock. */
  readonly lastAt: number;
}

/** Counts in memory, and writes all counts twice a second in one statement, however many deliveries are refused. */
@CommandHandler(CountRefusal)
export class CountRefusalHandler implements ICommandHandler<CountRefusal>, BeforeApplicationShutdown {
  private readonly logger = new Logger('RefusalCounter');
  private pending = new Map<string, PendingRefusals>();
  private shares = new MaxMinShares(MAX_PENDING, LONG_USE);
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private lookups = 0;

  constructor(
    private readonly pool: IngestPool,
    private readonly counters: IntakeCounters,
    private readonly webhooks: WebhookDirectory,
  ) {}

  async execute({ webhook, refusal }: CountRefusal): Promise<void> {
    if ('uuid' in webhook) this.count(webhook, refusal);
    else if (this.lookups < MAX_LOOKUPS) await this.admitAndCount(webhook, refusal);
  }

  private async admitAndCount({ webhook_id, access_key }: PostedAddress, refusal: Refusal): Promise<void> {
    this.lookups += 1;
    try {
      this.count(await this.webhooks.admit(webhook_id, access_key), refusal);
    } catch (error) {
      // Else there is no such webhook, or the database is unavailable: the count is not worth waiting.
      if (!(error instanceof KnownWebhookError)) return;
      const { webhook, code, reason } = error;
      // A wrong key may be anybody's: what else is wrong with its request says nothing about the sender.
      this.count(webhook, code === 'ERROR_NOT_FOUND' ? { status: NOT_FOUND, reason } : refusal);
    } finally {
      this.lookups -= 1;
    }
  }

  count({ uuid, webhook_id, domain_id }: RefusedWebhook, { status, reason }: Refusal): void {
    this.counters.refusals.add(webhook_id, status);
    this.add({ uuid, domain_id, status, reason, count: 1, lastAt: performance.now() });
    this.timer ??= setInterval(() => void this.write(), WRITE_INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    await this.write();
  }

  /** Writes what was counted since the last write. What cannot be written is added to the next write. */
  async write(): Promise<void> {
    if (this.writing !== undefined || this.pending.size === 0) return;
    const refusals = [...this.pending.values()];
    this.pending = new Map();
    this.shares = new MaxMinShares(MAX_PENDING, LONG_USE);
    this.writing = this.store(refusals)
      .catch((error: unknown) => {
        this.logger.warn(`refused deliveries are counted later: ${getLogMessage(error)}`);
        for (const each of refusals) this.add(each);
      })
      .finally(() => (this.writing = undefined));
    await this.writing;
  }

  private add(refusals: PendingRefusals): void {
    const key = `${refusals.uuid} ${refusals.status}`;
    const earlier = this.pending.get(key);
    if (earlier === undefined && !this.takePlace(refusals.domain_id)) return;
    const count = (earlier?.count ?? 0) + refusals.count;
    const { reason, lastAt } = earlier !== undefined && earlier.lastAt > refusals.lastAt ? earlier : refusals;
    this.pending.set(key, { ...refusals, count, reason, lastAt });
  }

  private takePlace(domain_id: string): boolean {
    const holder = this.shares.getHolder(domain_id, domain_id);
    return this.shares.isBelowThreshold(holder, 1) && this.shares.acquireFreed(holder, 1);
  }

  private async store(refusals: readonly PendingRefusals[]): Promise<void> {
    await this.pool.query({
      name: 'count refused',
      query_timeout: TIMEOUT_MS,
      // Sorted, because all processes write the same rows and would otherwise deadlock.
      text: `
        insert into webhook_refusal as stored (domain_id, webhook_id, status, count, last_at, last_reason)
        select domain_id, webhook_id, status, count, statement_timestamp() - make_interval(secs => age), reason
        from unnest($1::text[], $2::uuid[], $3::smallint[], $4::bigint[], $5::float8[], $6::text[])
          as given (domain_id, webhook_id, status, count, age, reason)
        order by domain_id, webhook_id, status
        on conflict (domain_id, webhook_id, status) do update set
          count = stored.count + excluded.count,
          last_at = greatest(stored.last_at, excluded.last_at),
          last_reason = case when excluded.last_at < stored.last_at then stored.last_reason
            else excluded.last_reason end`,
      values: [...toColumns(refusals)],
    });
    const unauthenticated = refusals.filter(({ status }) => status === UNAUTHENTICATED);
    // Not repeated if it fails, because the other counts are written already.
    if (unauthenticated.length > 0)
      await this.countFailed(unauthenticated).catch((error: unknown) =>
        this.logger.warn(`wrong signatures were not counted as failed: ${getLogMessage(error)}`),
      );
  }

  private async countFailed(refusals: readonly PendingRefusals[]): Promise<void> {
    const [domains, uuids, , counts, , reasons] = toColumns(
      refusals.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)),
    );
    await this.pool.query({
      name: 'count unauthenticated',
      query_timeout: TIMEOUT_MS,
      text: `
        update webhook_cursor set
          failed_count = failed_count + refused.count,
          last_error = 'a delivery was refused: ' || refused.reason,
          last_error_at = statement_timestamp()
        from unnest($1::text[], $2::uuid[], $3::bigint[], $4::text[]) as refused (domain_id, webhook_id, count, reason)
        where webhook_cursor.webhook_id = refused.webhook_id and webhook_cursor.domain_id = refused.domain_id`,
      values: [domains, uuids, counts, reasons],
    });
  }
}

function toColumns(refusals: readonly PendingRefusals[]) {
  const now = performance.now();
  return [
    refusals.map(({ domain_id }) => domain_id),
    refusals.map(({ uuid }) => uuid),
    refusals.map(({ status }) => status),
    refusals.map(({ count }) => count),
    refusals.map(({ lastAt }) => (now - lastAt) / 1000),
    refusals.map(({ reason }) => cleanText(reason.slice(0, MAX_REASON_CHARACTERS))),
  ] as const;
}
