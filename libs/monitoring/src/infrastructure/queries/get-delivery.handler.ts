import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, uuidOf } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetDelivery, type DeliveryInfo, type OutcomeInfo } from '../../application/queries/get-delivery.js';
import type { Outcome } from '../../domain/delivery.js';
import { positionOf, segmentIdOf } from '../delivery-log/delivery-id.js';
import { decodeSegment } from '../delivery-log/segment-codec.js';
import { RetentionFloors } from './retention-floors.js';

interface SegmentRow {
  readonly webhook_id: string;
  readonly payload: Buffer;
  /** Of this delivery; `null` while it waits. */
  readonly outcomes: readonly Outcome[] | null;
}

@QueryHandler(GetDelivery)
export class GetDeliveryHandler implements IQueryHandler<GetDelivery> {
  constructor(
    @Inject(QueryPool) private readonly pool: QueryPool,
    @Inject(RetentionFloors) private readonly floors: RetentionFloors,
  ) {}

  async execute({ scope, delivery_id }: GetDelivery): Promise<DeliveryInfo> {
    const uuid = uuidOf('delivery', delivery_id);
    const position = positionOf(uuid);
    const { rows } = await this.pool.query<SegmentRow>({
      name: 'get delivery',
      text: `
        select webhook_id, payload, outcomes -> $3::int as outcomes from delivery_segment
        where domain_id = $1 and segment_id = $2 and $3::int < delivery_count
          and segment_id >= $4`,
      values: [scope.domain_id, segmentIdOf(uuid), position, this.floors.lowestId(scope.domain_id)],
    });
    const [row] = rows;
    const delivery = row && decodeSegment(row.payload)[position];
    if (!row || !delivery) throw DomainError.notFound('The delivery');
    return {
      delivery_id,
      webhook_id: formatId('webhook', row.webhook_id),
      received_at: delivery.received_at.toISOString(),
      status: statusOf(row.outcomes),
      outcomes: (row.outcomes ?? []).map(outcomeInfo),
    };
  }
}

function statusOf(outcomes: readonly Outcome[] | null): DeliveryInfo['status'] {
  if (outcomes === null) return 'ACCEPTED';
  return outcomes.some(({ outcome }) => outcome === 'QUARANTINED') ? 'QUARANTINED' : 'PROCESSED';
}

function outcomeInfo(one: Outcome, index: number): OutcomeInfo {
  return 'event_id' in one
    ? { index, outcome: one.outcome, event_id: formatId('event', one.event_id), reason: null }
    : { index, outcome: one.outcome, event_id: null, reason: one.reason };
}
