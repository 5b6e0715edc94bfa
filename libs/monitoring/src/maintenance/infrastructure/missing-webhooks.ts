import { Logger } from '@nestjs/common';
import type { Client } from 'pg';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { formatId } from '#shared/kernel/ids.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inClientTransaction } from '#shared/platform/persistence/in-transaction.js';
import { looseIndexScan } from '#shared/platform/persistence/loose-index-scan.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import { lockCursor } from '../../intake/tables/lock-cursor.js';
import { decodeDeliveries, type PendingSegmentRow } from '../../intake/tables/segment-codec.js';
import { restorePartitions } from '../../persistence/partitions.js';
import type { ProcessingCounters } from '../../processing/application/processing-counters.js';
import { closeWebhookAlerts } from '../../processing/tables/close-webhook-alerts.js';
import { markProcessed, writeQuarantine } from '../../processing/tables/write-outcomes.js';

/** Milliseconds that a webhook must be missing. A little less than the hour between two runs, whose timer is not exact. */
const MIN_MISSING_MS = 59 * 60_000;
const ALERTS_PER_BATCH = 1_000;

/**
 * Creates missing rows of `webhook_cursor`, by which webhooks are locked. They are missing after a restore that
 * contained the webhooks only.
 */
export async function restoreCursors(sql: Client): Promise<number> {
  const { rowCount } = await sql.query(
    `insert into webhook_cursor (webhook_id, domain_id) select webhook_id, domain_id from webhook
     on conflict do nothing`,
  );
  return rowCount ?? 0;
}

/**
 * Settles deliveries and alerts whose webhook does not exist, after a restore of some tables only. Without this, the
 * deliveries would stay pending and the alerts open for ever.
 */
export class MissingWebhooks {
  private readonly logger = new Logger('MissingWebhooks');
  /**
   * The time at which each webhook was first missing, in milliseconds since the epoch. Not stored, because a restore
   * could bring back an outdated time.
   */
  private missingSince: ReadonlyMap<string, number> = new Map();

  constructor(private readonly counters: ProcessingCounters) {}

  /**
   * Settles the webhooks that were also missing in the previous run. A restore may still be in progress in the first
   * one.
   */
  async cleanUp(sql: Client, now: Date): Promise<void> {
    const missing = await findMissingWebhooks(sql);
    const previous = this.missingSince;
    this.missingSince = new Map(missing.map(({ uuid }) => [uuid, previous.get(uuid) ?? now.getTime()]));
    for (const webhook of missing) {
      const firstMissing = previous.get(webhook.uuid);
      const logContext = { webhook_id: formatId('webhook', webhook.uuid), domain: webhook.domain_id };
      if (firstMissing === undefined)
        this.logger.warn(
          'the webhook does not exist: in an hour its deliveries are quarantined and its alerts closed',
          logContext,
        );
      else if (now.getTime() - firstMissing >= MIN_MISSING_MS)
        await this.cleanUpWebhook(sql, webhook, logContext).catch((error: unknown) => {
          const reason = getLogMessage(error);
          this.logger.error(
            `deliveries and alerts of the missing webhook are settled later: ${reason}`,
            logContext,
          );
        });
    }
  }

  /** Settles one webhook under its lock, which every writer takes. The row for the lock is created temporarily. */
  private async cleanUpWebhook(sql: Client, webhook: DeliveryTarget, logContext: object): Promise<void> {
    const { domain_id, uuid } = webhook;
    await sql.query(
      'insert into webhook_cursor (webhook_id, domain_id) values ($1, $2) on conflict do nothing',
      [uuid, domain_id],
    );
    let deliveries = 0;
    for (let count = -1; count !== 0; deliveries += count) count = await quarantineOrphans(sql, webhook);
    this.counters.orphans += deliveries;
    const target = { uuid, domain_id, stale_after: 0, flap: null };
    const closure = { ...target, reason: 'WEBHOOK_DELETED' } as const;
    let alerts = 0;
    for (let count = ALERTS_PER_BATCH; count === ALERTS_PER_BATCH; alerts += count)
      count = await inClientTransaction(sql, () => closeWebhookAlerts(sql, closure, ALERTS_PER_BATCH));
    await sql.query(
      `delete from webhook_cursor
       where domain_id = $1 and webhook_id = $2
         and not exists (select from webhook where webhook.webhook_id = webhook_cursor.webhook_id)`,
      [domain_id, uuid],
    );
    this.logger.error(
      `the webhook does not exist: ${deliveries} deliveries quarantined, ${alerts} alerts closed`,
      logContext,
    );
  }
}

/** Finds missing webhooks with pending deliveries or open alerts. */
async function findMissingWebhooks(sql: Client): Promise<readonly DeliveryTarget[]> {
  const distributed = await isDistributed(sql);
  const missing = new Map<string, DeliveryTarget>();
  for (const [table, condition] of [
    ['delivery_segment', 'processed_at is null'],
    ['alert', `state = 'OPEN'`],
  ] as const) {
    const { rows } = await sql.query<DeliveryTarget>(
      distributed ? selectOnCluster(table, condition) : selectByIndex(table, condition),
    );
    for (const webhook of rows) missing.set(webhook.uuid, webhook);
  }
  return [...missing.values()];
}

const IS_MISSING = 'not exists (select from webhook where webhook.webhook_id = needed.webhook_id)';

function selectByIndex(table: string, condition: string): string {
  return `
    with ${looseIndexScan({ name: 'needed', table, columns: ['webhook_id', 'domain_id'], where: condition })}
    select webhook_id as uuid, domain_id from needed where ${IS_MISSING}`;
}

function selectOnCluster(table: string, condition: string): string {
  return `select distinct webhook_id as uuid, domain_id from ${table} needed where ${condition} and ${IS_MISSING}`;
}

const REASON = 'its webhook is gone';
const UNKNOWN_PROJECT = 'unknown';

const SEGMENTS_PER_BATCH = 100;
const BYTES_PER_BATCH = 4 * 1024 * 1024;

/**
 * Moves the oldest pending deliveries of a webhook to quarantine if the webhook no longer exists.
 * @param sql a connection that is not in a transaction
 * @returns the number of deliveries; 0 when none is pending or another process holds the webhook
 */
async function quarantineOrphans(sql: Client, webhook: DeliveryTarget): Promise<number> {
  const ids = await findOldestSegments(sql, webhook);
  if (ids.length === 0) return 0;
  // The deliveries may be older than the retention of the quarantine.
  await restorePartitions(sql, ['quarantine'], ids);
  return inClientTransaction(sql, async () => {
    if (!(await lockCursor(sql, webhook))) return 0;
    const { rows } = await sql.query<Omit<PendingSegmentRow, 'webhook_id' | 'seq' | 'late' | 'found'>>(
      `select segment_id, received_at, delivery_count, payload from delivery_segment
       where domain_id = $1 and segment_id = any ($2::uuid[]) and processed_at is null
         and not exists (select from webhook where webhook.webhook_id = $3)
       order by seq for update skip locked`,
      [webhook.domain_id, ids, webhook.uuid],
    );
    if (rows.length === 0) return 0;
    const outcomes = [{ outcome: 'QUARANTINED', reason: REASON }] as const;
    const segments = rows.map((row) => ({ segment_id: row.segment_id, deliveries: decodeDeliveries(row) }));
    const quarantined = segments.flatMap(({ deliveries }) =>
      deliveries.map(({ delivery_id, delivery }) => ({ delivery_id, delivery, reason: REASON, outcomes })),
    );
    await writeQuarantine(sql, { ...webhook, project_id: await findProject(sql, webhook) }, quarantined);
    const batch = {
      segments: segments.map(({ segment_id, deliveries }) => ({
        segment_id,
        outcomes: deliveries.map(() => outcomes),
      })),
      quarantined,
      received_count: quarantined.length,
      last_received_at: new Date(Math.max(...rows.map(({ received_at }) => received_at.getTime()))),
    };
    await markProcessed(sql, [{ webhook, batch }]);
    return quarantined.length;
  });
}

async function findOldestSegments(sql: Client, { domain_id, uuid }: DeliveryTarget): Promise<string[]> {
  const { rows } = await sql.query<{ segment_id: string }>(
    `select segment_id from (
       select segment_id, seq, sum(length) over (order by seq) - length as before from (
         select segment_id, seq, octet_length(payload) as length from delivery_segment
         where domain_id = $1 and webhook_id = $2 and processed_at is null
         order by seq limit ${SEGMENTS_PER_BATCH}
       ) as oldest
     ) as running
     where before < ${BYTES_PER_BATCH} order by seq`,
    [domain_id, uuid],
  );
  return rows.map(({ segment_id }) => segment_id);
}

/** Returns the project of the webhook, from its alerts. */
async function findProject(sql: Client, { domain_id, uuid }: DeliveryTarget): Promise<string> {
  const { rows } = await sql.query<{ project_id: string }>(
    'select project_id from alert where domain_id = $1 and webhook_id = $2 limit 1',
    [domain_id, uuid],
  );
  return rows[0]?.project_id ?? UNKNOWN_PROJECT;
}
