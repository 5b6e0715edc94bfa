import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { positionOf, segmentIdOf, tryDecodeDelivery } from '../tables/segment-codec.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { toDeliveryInfo, GetDelivery, type DeliveryInfo } from '../application/get-delivery.js';
import type { Outcome } from '../domain/delivery.js';

interface DeliveryRow {
  readonly webhook_id: string;
  readonly received_at: Date;
  /** The outcomes of this delivery; `null` until it is processed. */
  readonly outcomes: readonly Outcome[] | null;
}

interface SegmentRow extends DeliveryRow {
  readonly payload: Buffer;
}

@QueryHandler(GetDelivery)
export class GetDeliveryHandler implements IQueryHandler<GetDelivery> {
  constructor(
    private readonly pool: QueryPool,
    private readonly floors: RetentionFloors,
  ) {}

  async execute({ scope, delivery_id }: GetDelivery): Promise<DeliveryInfo> {
    const uuid = parseId('delivery', delivery_id);
    const row = (await this.find(scope, uuid)) ?? (await this.findQuarantined(scope, uuid));
    if (row === undefined) throw DomainError.notFound('The delivery', delivery_id);
    return toDeliveryInfo({ ...row, delivery_id: uuid });
  }

  private async find({ domain_id }: GetDelivery['scope'], uuid: string): Promise<DeliveryRow | undefined> {
    const position = positionOf(uuid);
    const { rows } = await this.pool.query<SegmentRow>({
      name: 'get delivery',
      text: `
        select webhook_id, received_at, payload, outcomes -> $3::int as outcomes from delivery_segment
        where domain_id = $1 and segment_id = $2 and $3::int < delivery_count
          and segment_id >= $4`,
      values: [domain_id, segmentIdOf(uuid), position, this.floors.lowestId(domain_id)],
    });
    const [row] = rows;
    // The time of the segment is used if the delivery can no longer be decoded.
    return (
      row && { ...row, received_at: tryDecodeDelivery(row.payload, position)?.received_at ?? row.received_at }
    );
  }

  /** Finds the delivery in quarantine, which keeps deliveries longer than the log. */
  private async findQuarantined(
    { domain_id }: GetDelivery['scope'],
    uuid: string,
  ): Promise<DeliveryRow | undefined> {
    const { rows } = await this.pool.query<DeliveryRow>({
      name: 'get quarantined delivery',
      text: `
        select webhook_id, received_at, outcomes from quarantine
        where domain_id = $1 and delivery_id = $2 and delivery_id >= $3 and outcomes is not null`,
      values: [domain_id, uuid, this.floors.lowestId(domain_id)],
    });
    return rows[0];
  }
}
