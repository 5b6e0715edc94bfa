import { Injectable } from '@nestjs/common';
import { AlertOutbox } from '#monitoring/contracts/alert-outbox.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { BREAKER_FAILURES } from '../../subscriptions/domain/retry-delay.js';
import { IS_FAILING_SQL } from '../../subscriptions/tables/subscription-table.js';
import { DeliveryCounters } from '../application/send-notifications.js';
import { LANE_RANKS_SQL } from '../tables/notification-lanes.js';
import { IS_UNPAUSED_SQL } from './claim-attempts.js';
import { toPosition, type CursorRow } from './notification-cursors.js';

/** Seconds. Cursors move at least every ten seconds, also without changes. */
const STUCK_AFTER_SECONDS = 60;
/** The maximum number of domains that are looked at. */
const MAX_STUCK_DOMAINS = 100;

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
        order by at limit ${MAX_STUCK_DOMAINS}`,
    });
    const waiting = await Promise.all(
      rows.map((row) => this.outbox.hasChangesAfter(row.domain_id, toPosition(row))),
    );
    return rows.flatMap(({ domain_id }, at) => (waiting[at] ? [domain_id] : []));
  }
}

/** The metrics of a worker that sends notifications: its own attempts, and the backlog of all workers. */
@Injectable()
export class DeliveryMetrics {
  constructor(
    metrics: Metrics,
    counters: DeliveryCounters,
    protocols: ProtocolRegistry,
    watch: FanOutWatch,
    readiness: Readiness,
    private readonly pool: QueryPool,
  ) {
    metrics.counter('tocsin_notification_attempts_total', 'Attempts to send by protocol and outcome.', () =>
      [...counters.attempts].flatMap(([protocol, outcomes]) =>
        [...outcomes].map(([outcome, value]) => ({ labels: { protocol, outcome }, value })),
      ),
    );
    metrics.counter(
      'tocsin_notifications_over_quota_total',
      'Times that a notification had to wait, however urgent it was, as the quota of its protocol was used up.',
      () =>
        protocols.all.map(({ protocol_id }) => ({
          labels: { protocol: protocol_id },
          value: counters.overQuota.get(protocol_id) ?? 0,
        })),
    );
    metrics.counter(
      'tocsin_notifications_inhibited_total',
      'Notifications that were held back because another open alert explains theirs.',
      () => [{ value: counters.inhibited }],
    );
    metrics.histogram(
      'tocsin_notification_lag_seconds',
      'Time from the change of an alert until its notification was sent.',
      () => [{ histogram: counters.lag }],
    );
    metrics.gauge(
      'tocsin_notification_backlog_age_seconds',
      'How long the next attempt that is due has been waiting, other than for its receiver.',
      async () => [
        {
          value: await this.queryNumber(`
            select coalesce(extract(epoch from clock_timestamp() - min(lane.next_attempt_at)), 0)::float8 as value
            from subscription s left join subscription_health h on h.subscription_id = s.subscription_id
            cross join ${LANE_RANKS_SQL} cross join lateral (
              select next_attempt_at from notification_lane
              where subscription_id = s.subscription_id and rank = ranks.rank and next_attempt_at <= clock_timestamp()
              order by next_attempt_at limit 1
            ) as lane
            where s.state = 'ENABLED' and s.deleted_at is null and coalesce(h.failures, 0) < ${BREAKER_FAILURES}
              and ${IS_UNPAUSED_SQL}`),
        },
      ],
    );
    metrics.gauge(
      'tocsin_notification_domains_stuck',
      'Domains whose changes of alerts wait although none was read for a minute, at most 100.',
      async () => [{ value: (await watch.findStuckDomains()).length }],
    );
    readiness.addWarning('notifications', async () =>
      (await watch.findStuckDomains()).length > 0 ? 'stuck' : undefined,
    );
    metrics.gauge(
      'tocsin_subscriptions_failing',
      'Subscriptions that cannot be told: 5 failures in a row, a final refusal and no success since, or disabled by the service.',
      async () => [
        {
          value: await this.queryNumber(`
            select count(*)::float8 as value from subscription s join subscription_health h using (subscription_id)
            where s.deleted_at is null and ${IS_FAILING_SQL}`),
        },
      ],
    );
  }

  private async queryNumber(text: string): Promise<number> {
    const { rows } = await this.pool.query<{ value: number }>(text);
    return rows[0]?.value ?? 0;
  }
}
