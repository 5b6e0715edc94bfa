import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidOf } from '#shared/kernel/ids.js';
import {
  StoredDeliveries,
  type StoredDelivery,
  type StoredEvent,
} from '../../application/ports/stored-deliveries.js';
import type { Outcome } from '../../domain/delivery.js';
import { deliveryIdOf } from '../delivery-log/delivery-id.js';
import { decodeSegment } from '../delivery-log/segment-codec.js';

/** So many segments of the domain are looked through, from the newest on: the log has no index for a single webhook. */
const LOOK_BACK = 20_000;

@Injectable()
export class PostgresStoredDeliveries extends StoredDeliveries {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {
    super();
  }

  async last(domain_id: string, webhook_id: string, limit: number): Promise<readonly StoredDelivery[]> {
    const rows = await this.dataSource.query<
      { segment_id: string; payload: Buffer; outcomes: Outcome[][] }[]
    >(
      `select segment_id, payload, outcomes from (
         select segment_id, payload, outcomes, webhook_id, processed_at from delivery_segment
         where domain_id = $1 order by segment_id desc limit $4) as newest
       where webhook_id = $2 and processed_at is not null and outcomes is not null
       order by segment_id desc limit $3`,
      [domain_id, uuidOf('webhook', webhook_id), limit, LOOK_BACK],
    );
    return rows
      .flatMap(({ segment_id, payload, outcomes }) =>
        deliveriesIn(payload)
          .map((delivery, position) => ({
            delivery_id: deliveryIdOf(segment_id, position),
            delivery,
            outcomes: outcomes[position] ?? [],
          }))
          .reverse(),
      )
      .slice(0, limit);
  }

  async events(domain_id: string, eventIds: readonly string[]): Promise<ReadonlyMap<string, StoredEvent>> {
    const rows = await this.dataSource.query<(StoredEvent & { event_id: string })[]>(
      `select event_id, event_key, event_type, severity, title from event
       where domain_id = $1 and event_id = any($2)`,
      [domain_id, [...eventIds]],
    );
    return new Map(rows.map(({ event_id, ...event }) => [event_id, event]));
  }
}

/** A damaged segment has nothing to compare. */
function deliveriesIn(payload: Buffer) {
  try {
    return decodeSegment(payload);
  } catch {
    return [];
  }
}
