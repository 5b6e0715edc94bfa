import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId } from '#shared/kernel/ids.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import {
  isDatabaseUnavailable,
  isUnstorable,
  describeUnstorable,
} from '#shared/platform/persistence/database-unavailable.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { lowestUuid } from '#shared/query/instant.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import { MAX_UNREADABLE_BYTES } from '../../intake/application/ports/quarantine.js';
import {
  deliveryIdOf,
  LAST_POSITION,
  positionOf,
  segmentIdOf,
  decodeSegment,
} from '../../intake/tables/segment-codec.js';
import { beginWebhookTransaction, inWebhookTransaction } from '../tables/webhook-transaction.js';
import { isOverflow, OVERFLOW_REASON } from '../tables/write-outcomes.js';
import { UnstorableError } from '../application/ports/processing-log.js';
import {
  ReplayLog,
  WebhookGoneError,
  type DeliveryToReplay,
  type ReparsedDelivery,
  type ReplayOrigin,
  type ReplayRange,
  type ReplayResult,
} from '../application/ports/replay-log.js';
import type { Alarm } from '../domain/alarm.js';
import { correlate } from '../domain/correlate.js';
import type { KnownState } from '../domain/correlation.js';
import { planReplay } from '../domain/replay-outcomes.js';
import { countStep } from './postgres-replay.repository.js';
import { readKnownStates } from './alarm-states.js';
import { readOutcomes, writeReplayedOutcomes } from './replayed-outcomes.js';
import { writeSenderNotes, replaceDecisionIds, writeAcknowledgements } from './write-sender-decisions.js';
import { canStoreCorrelation, writeCorrelation } from './write-correlation.js';

/** The longest time, in milliseconds, between the arrival of a delivery and the write of its segment. */
const MAX_FLUSH_MS = 60 * 60_000;

@Injectable()
export class PostgresReplayLog extends ReplayLog {
  private readonly maxScanSegments = 50_000;

  constructor(private readonly pool: IngestPool) {
    super();
  }

  async findQuarantined(domain_id: string, delivery_id: string): Promise<DeliveryToReplay | undefined> {
    const { rows } = await this.pool.query<{ webhook_id: string; status: string; payload: Buffer }>({
      name: 'find quarantined',
      text: `select webhook_id, status, payload from quarantine where domain_id = $1 and delivery_id = $2`,
      values: [domain_id, delivery_id],
    });
    const [row] = rows;
    if (row === undefined) return this.findOverflow(domain_id, delivery_id);
    if (row.status === 'UNREADABLE') {
      const isCut = (decodeSegment(row.payload)[0]?.body.length ?? 0) >= MAX_UNREADABLE_BYTES;
      const reason = `The delivery was refused because it could not be read${isCut ? ', and only its beginning was kept' : ''}`;
      throw new DomainError('ERROR_CONFLICT', 'conflict', reason);
    }
    const delivery = decodeSegment(row.payload)[0];
    return delivery && { delivery_id, webhook_uuid: row.webhook_id, delivery };
  }

  /** Finds a delivery for which the quarantine had no room. It remains in the log until the retention removes it. */
  private async findOverflow(domain_id: string, delivery_id: string): Promise<DeliveryToReplay | undefined> {
    const position = positionOf(delivery_id);
    const { rows } = await this.pool.query<{
      webhook_id: string;
      payload: Buffer;
      outcomes: readonly Outcome[];
    }>({
      name: 'find quarantine overflow',
      text: `
        select webhook_id, payload, outcomes -> $3::int as outcomes from delivery_segment
        where domain_id = $1 and segment_id = $2 and $3::int < delivery_count and outcomes is not null`,
      values: [domain_id, segmentIdOf(delivery_id), position],
    });
    const [row] = rows;
    if (row?.outcomes.some(isOverflow) !== true) return undefined;
    const delivery = decodeSegment(row.payload)[position];
    return delivery && { delivery_id, webhook_uuid: row.webhook_id, delivery };
  }

  async count(range: ReplayRange): Promise<number> {
    if (range.in_log) return this.countInLog(range);
    const { rows } = await this.pool.query<{ count: number }>(
      `select count(*)::int as count from quarantine where ${IN_QUARANTINE}`,
      boundsOf(range),
    );
    return rows[0]?.count ?? 0;
  }

  private async countInLog(range: ReplayRange): Promise<number> {
    let [count, begin] = [0, range.after];
    for (let isMore = true; isMore;) {
      const { values, stop } = await this.selectScanRange(range, begin);
      const { rows } = await this.pool.query<{ count: number }>(
        `select coalesce(sum((
           select count(*) from json_array_elements(outcomes) as one where one::text ~ ${REPLAYABLE}
         )), 0)::int as count from delivery_segment where ${IN_LOG}`,
        values,
      );
      count += rows[0]?.count ?? 0;
      isMore = stop !== undefined;
      begin = stop ?? begin;
    }
    return count;
  }

  /**
   * Selects a part of the domain's log, which has no index by webhook: reading a large log at once would exceed the statement
   * timeout, again on each retry.
   * @returns parameters of {@link IN_LOG}, and where the next part begins
   */
  private async selectScanRange(range: ReplayRange, begin: string) {
    const [domain_id, webhook_uuid, , lowest, end, ...instants] = boundsOf(range);
    const { rows } = await this.pool.query<{ segment_id: string }>({
      name: 'stretch of log',
      text: `
        select segment_id from delivery_segment
        where domain_id = $1 and segment_id >= $2 and segment_id >= $3 and segment_id < $4
        order by segment_id offset $5 limit 1`,
      values: [domain_id, begin, lowest, end, this.maxScanSegments],
    });
    const stop = rows[0]?.segment_id;
    return { values: [domain_id, webhook_uuid, begin, lowest, stop ?? end, ...instants], stop };
  }

  async readPage(range: ReplayRange, limit: number) {
    return range.in_log ? this.readLogPage(range, limit) : this.readQuarantinePage(range, limit);
  }

  async commit(
    webhook: AdmittedWebhook,
    delivery: ReparsedDelivery,
    origin: ReplayOrigin,
  ): Promise<ReplayResult> {
    const alarms: Alarm[] = [];
    try {
      return await inWebhookTransaction(this.pool, webhook, async (client) => {
        await requirePresent(client, webhook);
        const result = await replay(client, webhook, delivery, alarms);
        if ('step' in origin) await countStep(client, delivery, origin.step, result);
        else if (result.kind === 'replayed')
          await recordChange(client, origin.by, 'delivery', formatId('delivery', delivery.delivery_id));
        return result;
      });
    } catch (error) {
      if (isUnstorable(error)) throw new UnstorableError(describeUnstorable(error), alarms, { cause: error });
      throw error;
    }
  }

  async canStore(webhook: AdmittedWebhook, alarms: readonly Alarm[]): Promise<boolean> {
    return canStoreCorrelation(this.pool, webhook, alarms, (client) =>
      beginWebhookTransaction(client, webhook),
    );
  }

  isDatabaseUnavailable(error: unknown): boolean {
    return isDatabaseUnavailable(error);
  }

  private async readQuarantinePage(range: ReplayRange, limit: number) {
    const { rows } = await this.pool.query<{ delivery_id: string; payload: Buffer }>({
      name: 'page of quarantine',
      text: `
        select delivery_id, payload from quarantine
        where ${IN_QUARANTINE} order by delivery_id limit ${limit}`,
      values: boundsOf(range),
    });
    const last = rows.at(-1);
    return {
      deliveries: rows.flatMap(({ delivery_id, payload }) => {
        const [delivery] = decodeSegment(payload);
        return delivery ? [{ delivery_id, webhook_uuid: range.webhook_uuid, delivery }] : [];
      }),
      ...(last && { after: last.delivery_id }),
    };
  }

  private async readLogPage(range: ReplayRange, limit: number) {
    const maxSegments = Math.ceil(limit / 10);
    const { values, stop } = await this.selectScanRange(range, findScanStart(range.after));
    const { rows } = await this.pool.query<{
      segment_id: string;
      payload: Buffer;
      outcomes: readonly (readonly Outcome[])[];
    }>({
      name: 'page of log',
      // A segment may contain hundreds of deliveries.
      text: `
        select segment_id, payload, outcomes from delivery_segment
        where ${IN_LOG} order by segment_id limit ${maxSegments}`,
      values,
    });
    const last =
      rows.length < maxSegments && stop !== undefined ? previousUuid(stop) : rows.at(-1)?.segment_id;
    const deliveries = rows.flatMap(({ segment_id, payload, outcomes }) =>
      decodeSegment(payload).flatMap((delivery, position): DeliveryToReplay[] => {
        const delivery_id = deliveryIdOf(segment_id, position);
        const isReplayable = outcomes[position]?.some((one) => one.outcome === 'IGNORED' || isOverflow(one));
        const at = delivery.received_at;
        if (!isReplayable || at < range.from || at >= range.to || delivery_id <= range.after) return [];
        return [{ delivery_id, webhook_uuid: range.webhook_uuid, delivery }];
      }),
    );
    return { deliveries, ...(last && { after: deliveryIdOf(last, LAST_POSITION) }) };
  }
}

/** The webhook may have been deleted since it was loaded. @throws WebhookGoneError */
async function requirePresent(client: PoolClient, { uuid, domain_id }: AdmittedWebhook): Promise<void> {
  const { rowCount } = await client.query({
    name: 'present webhook',
    text: 'select from webhook where domain_id = $1 and webhook_id = $2 and deleted_at is null',
    values: [domain_id, uuid],
  });
  if (rowCount === 0) throw new WebhookGoneError();
}

/**
 * Reads the previous outcomes and the stored state of the keys, decides, and writes. The caller holds the lock of the webhook.
 * @param alarms is filled with the alarms to store
 */
async function replay(
  client: PoolClient,
  webhook: AdmittedWebhook,
  { parsed, extent, refused, ...stored }: ReparsedDelivery,
  alarms: Alarm[],
): Promise<ReplayResult> {
  const before = await readOutcomes(client, webhook.domain_id, stored.delivery_id);
  if (before === undefined) return { kind: 'nothing' };
  const plan = planReplay(before, parsed, extent);
  if (plan.kind !== 'replay') return plan;
  alarms.push(...plan.alarms.filter(({ event_id }) => !refused.has(event_id)));
  const [known] = await readKnownStates(client, [{ webhook, alarms }]);
  const correlation = correlate(known as KnownState, alarms, webhook.settings);
  await writeCorrelation(client, [{ webhook, ...correlation }]);
  const decided = { webhook, hasDecisions: true, decisions: plan.decisions, correlation };
  const alerts = await writeAcknowledgements(client, [decided]);
  await writeSenderNotes(client, [{ webhook, notes: plan.notes }]);
  const outcomes = replaceDecisionIds(plan.outcomes(correlation, refused), alerts);
  await writeReplayedOutcomes(client, webhook, stored, before, outcomes);
  return { kind: 'replayed', created: correlation.events.length, outcomes };
}

/** Returns the position to read from. If the replay stopped in the middle of a segment, that segment is read again. */
function findScanStart(delivery_id: string): string {
  return positionOf(delivery_id) === LAST_POSITION ? delivery_id : segmentIdOf(delivery_id);
}

/** Returns the next lower uuid. */
function previousUuid(uuid: string): string {
  const hex = (BigInt(`0x${uuid.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const IN_QUARANTINE = `
  domain_id = $1 and webhook_id = $2 and status = 'QUARANTINED' and delivery_id > $3
  and delivery_id >= $4 and delivery_id < $5 and received_at >= $6 and received_at < $7`;
/** Outcomes that a replay may change: ignored ones (a replay writes a blank after the colon) and quarantine overflow. */
const REPLAYABLE = `'"outcome": ?"IGNORED"|[(]${OVERFLOW_REASON}[)]'`;
const IN_LOG = `
  domain_id = $1 and webhook_id = $2 and segment_id >= $3 and segment_id >= $4 and segment_id < $5
  and $6::timestamptz < $7::timestamptz and outcomes::text ~ ${REPLAYABLE}`;

function boundsOf({ domain_id, webhook_uuid, after, from, to }: ReplayRange): unknown[] {
  const ids = [lowestUuid(from.getTime()), lowestUuid(to.getTime() + MAX_FLUSH_MS)];
  return [domain_id, webhook_uuid, after, ...ids, from, to];
}
