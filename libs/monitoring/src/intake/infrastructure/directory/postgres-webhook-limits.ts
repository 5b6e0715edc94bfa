import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { UNLIMITED } from '../../../webhooks/domain/webhook-settings.js';
import { WebhookLimits } from '../../application/admit-delivery.js';
import { KnownWebhookError } from '../../application/count-refusal.js';
import type { AdmittedWebhook } from '../../application/ports/webhook-directory.js';
import { WebhookLimiter, type IntakeReport, type IntakeState } from '../../domain/webhook-limiter.js';
import { IntakeCounters } from '../intake-counters.js';

const EXCHANGE_INTERVAL_MS = 500;

interface TrackedWebhook {
  webhook: AdmittedWebhook;
  readonly bucket: WebhookLimiter;
}

/**
 * Enforces the limits across processes. Each process decides from memory. Twice a second it reports its counts to the
 * database in one statement and reads those of all processes. So in the long run no more than `max_rate` is accepted,
 * whatever the number of processes: what they accept in excess within half a second is a debt, for which all of them
 * wait.
 */
@Injectable()
export class PostgresWebhookLimits extends WebhookLimits implements BeforeApplicationShutdown {
  private readonly logger = new Logger('WebhookLimits');
  private readonly tracked = new Map<string, TrackedWebhook>();
  private timer: NodeJS.Timeout | undefined;
  private isExchanging = false;

  constructor(
    private readonly pool: IngestPool,
    private readonly counters: IntakeCounters,
  ) {
    super();
  }

  admit(webhook: AdmittedWebhook): void {
    const { max_rate, max_backlog } = webhook.settings;
    if (max_rate === UNLIMITED && max_backlog === UNLIMITED) return;
    const now = performance.now();
    const refusal = this.bucketOf(webhook, now).take(webhook.settings, now);
    if (refusal !== undefined) {
      this.counters.limited += 1;
      const error = DomainError.unavailable(
        `The webhook is at its limit: ${refusal.reason}`,
        refusal.retryAfter,
      );
      throw new KnownWebhookError(error, webhook, refusal.reason);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.exchange();
  }

  async exchange(): Promise<void> {
    if (this.isExchanging) return;
    this.isExchanging = true;
    const reports = [...this.tracked.values()].map((each) => ({ ...each, report: each.bucket.takeReport() }));
    try {
      const bucketStates = await exchangeIntake(this.pool, reports);
      const now = performance.now();
      for (const { webhook, bucket } of reports) {
        const bucketState = bucketStates.get(webhook.uuid);
        if (bucketState !== undefined) bucket.update(bucketState, now);
      }
      this.evictIdle(reports);
    } catch (error) {
      for (const { bucket, report } of reports) bucket.restoreReport(report);
      this.logger.warn(`the use of the rate limits is reported later: ${getLogMessage(error)}`);
    } finally {
      this.isExchanging = false;
    }
  }

  private bucketOf(webhook: AdmittedWebhook, now: number): WebhookLimiter {
    const known = this.tracked.get(webhook.uuid);
    if (known !== undefined) {
      known.webhook = webhook;
      return known.bucket;
    }
    const bucket = new WebhookLimiter(webhook.settings, now);
    this.tracked.set(webhook.uuid, { webhook, bucket });
    this.timer ??= setInterval(() => void this.exchange(), EXCHANGE_INTERVAL_MS).unref();
    return bucket;
  }

  /**
   * Forgets the buckets of webhooks that send nothing. A webhook at its limit stays known, however seldom it sends: a
   * new bucket would be full each time.
   */
  private evictIdle(
    reports: readonly { webhook: AdmittedWebhook; bucket: WebhookLimiter; report: IntakeReport }[],
  ) {
    for (const { webhook, bucket, report } of reports) {
      if (report.taken === 0 && bucket.canDiscard(webhook.settings)) this.tracked.delete(webhook.uuid);
    }
    if (this.tracked.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/** Reports must not pile up while the database does not answer. */
const TIMEOUT_MS = 2_000;

interface ReportedIntake {
  readonly webhook: AdmittedWebhook;
  readonly report: IntakeReport;
}

/** Reports the counts of this process to the database and returns the state of the webhooks across all processes. */
async function exchangeIntake(
  pool: Pool,
  reports: readonly ReportedIntake[],
): Promise<ReadonlyMap<string, IntakeState>> {
  if (reports.length === 0) return new Map();
  const intakeRows = await reportIntake(pool, reports);
  const due = new Set(intakeRows.filter(({ is_due }) => is_due).map(({ webhook_id }) => webhook_id));
  const counted = await countDue(
    pool,
    reports.filter(({ webhook }) => due.has(webhook.uuid)),
  );
  const bucketStates = new Map(intakeRows.map(({ webhook_id, ...row }) => [webhook_id, row]));
  return new Map(
    reports.map(({ webhook }) => {
      const { tokens, backlog } = bucketStates.get(webhook.uuid) ?? { tokens: null, backlog: null };
      const bucketState = {
        tokens: tokens ?? webhook.settings.max_rate,
        backlog: counted.get(webhook.uuid) ?? Number(backlog),
      };
      return [webhook.uuid, bucketState];
    }),
  );
}

const toNullableLimit = (value: number) => (value === UNLIMITED ? null : value);

/** A field is `null` if the webhook has no such limit. */
interface IntakeRow {
  readonly webhook_id: string;
  readonly tokens: number | null;
  readonly backlog: string | null;
  readonly is_due: boolean;
}

/**
 * The backlog is counted again when the time since the last count is long compared with its cost, which grows with the
 * backlog; after ten seconds in any case. Times further in the future were written while the clock was ahead.
 */
const IS_DUE = `
  backlog_at is null or backlog_at > clock_timestamp() + interval '10 s'
  or clock_timestamp() - backlog_at > least(case when backlog > 1000 then backlog else 0 end / 2000.0, 10) * interval '1 s'`;

async function reportIntake(pool: Pool, reports: readonly ReportedIntake[]): Promise<readonly IntakeRow[]> {
  const { rows } = await pool.query<IntakeRow>({
    name: 'exchange intake',
    query_timeout: TIMEOUT_MS,
    // Sorted, so that two processes do not deadlock. A count that stopped at the limit is a minimum, so processed
    // deliveries are not subtracted from it until the next count.
    text: `
      with given as (
        select * from unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::int[])
          as given (webhook_id, domain_id, max_rate, max_backlog, taken)
      ), counted as (
        insert into webhook_intake as stored
          (webhook_id, domain_id, max_rate, tokens, counted_at, refused_count, backlog_taken)
        select webhook_id, domain_id, coalesce(max_rate, 0), coalesce(max_rate, 0) - taken, clock_timestamp(), 0, taken
        from given where max_rate is not null or max_backlog is not null
        order by webhook_id
        on conflict (webhook_id) do update set
          max_rate = excluded.max_rate,
          tokens = least(excluded.max_rate, stored.tokens + excluded.max_rate
              * greatest(extract(epoch from excluded.counted_at - stored.counted_at), 0))
            - (excluded.max_rate - excluded.tokens),
          counted_at = case when stored.counted_at > excluded.counted_at + interval '10 s' then excluded.counted_at
            else greatest(excluded.counted_at, stored.counted_at) end,
          backlog_taken = stored.backlog_taken + excluded.backlog_taken
        returning webhook_id, tokens, backlog, backlog_at, backlog_taken, backlog_processed
      )
      select webhook_id, case when max_rate is not null then tokens end as tokens,
        case when max_backlog is not null then greatest(0, coalesce(backlog, 0) + backlog_taken
          - coalesce(received_count - backlog_processed, 0)) end as backlog,
        max_backlog is not null and (${IS_DUE}) as is_due
      from given left join counted using (webhook_id) left join (
        select given.webhook_id, received_count from webhook_cursor cursor join given
          on given.webhook_id = cursor.webhook_id and given.domain_id = cursor.domain_id
      ) as cursor using (webhook_id)`,
    values: [
      reports.map(({ webhook }) => webhook.uuid),
      reports.map(({ webhook }) => webhook.domain_id),
      reports.map(({ webhook }) => toNullableLimit(webhook.settings.max_rate)),
      reports.map(({ webhook }) => toNullableLimit(webhook.settings.max_backlog)),
      reports.map(({ report }) => report.taken),
    ],
  });
  return rows;
}

/** Counts the backlog in one process at a time, and stops at `max_backlog` rows. */
const COUNT_TO_LIMIT = `
  due as (
    select webhook_id from webhook_intake
    where webhook_id = any ($1::uuid[]) and (${IS_DUE})
    order by webhook_id for update skip locked
  ), counted as (
    select webhook_id, waiting.deliveries, case when segments < max_backlog then received_count end as received_count
    from due join unnest($1::uuid[], $2::int[], $3::text[]) as given (webhook_id, max_backlog, domain_id)
      using (webhook_id)
    left join webhook_cursor using (webhook_id)
    cross join lateral (
      select count(*) as segments, coalesce(sum(delivery_count), 0) as deliveries from (
        select delivery_count from delivery_segment segment
        where segment.webhook_id = due.webhook_id and processed_at is null
        order by seq limit max_backlog
      ) as oldest
    ) as waiting
  )`;

/** Counts the whole backlog. The machines of a cluster count separately, so the count cannot stop at the limit. */
const COUNT_DISTRIBUTED = `
  counted as (
    select cursor.webhook_id, received_count, (
      select coalesce(sum(delivery_count), 0) from delivery_segment segment
      where segment.domain_id = cursor.domain_id and segment.webhook_id = cursor.webhook_id and processed_at is null
    ) as deliveries
    from webhook_cursor cursor join unnest($1::uuid[], $2::int[], $3::text[]) as given (webhook_id, max_backlog, domain_id)
      on given.webhook_id = cursor.webhook_id and given.domain_id = cursor.domain_id
  )`;

/** Counts the backlogs that are due. One process at a time counts the backlog of a webhook; the others use its result. */
async function countDue(
  pool: Pool,
  reports: readonly ReportedIntake[],
): Promise<ReadonlyMap<string, number>> {
  if (reports.length === 0) return new Map();
  const { rows } = await pool.query<{ webhook_id: string; backlog: string }>({
    name: 'count backlogs',
    query_timeout: TIMEOUT_MS,
    // The worker increments `received_count` in the transaction that removes deliveries from the backlog, so both
    // numbers are consistent.
    text: `
      with ${(await isDistributed(pool)) ? COUNT_DISTRIBUTED : COUNT_TO_LIMIT}
      update webhook_intake set backlog = counted.deliveries, backlog_at = statement_timestamp(), backlog_taken = 0,
        backlog_processed = counted.received_count
      from counted where webhook_intake.webhook_id = counted.webhook_id
      returning counted.webhook_id, counted.deliveries as backlog`,
    values: [
      reports.map(({ webhook }) => webhook.uuid),
      reports.map(({ webhook }) => toNullableLimit(webhook.settings.max_backlog)),
      reports.map(({ webhook }) => webhook.domain_id),
    ],
  });
  return new Map(rows.map(({ webhook_id, backlog }) => [webhook_id, Number(backlog)]));
}
