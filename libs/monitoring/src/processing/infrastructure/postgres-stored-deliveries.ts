import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parseId } from '#shared/kernel/ids.js';
import {
  StoredDeliveries,
  type StoredDelivery,
  type StoredEvent,
} from '../application/ports/stored-deliveries.js';
import { sizeOf, type Delivery, type Outcome } from '../../intake/domain/delivery.js';
import { parseHeartbeatMessage } from '../../heartbeats/domain/heartbeat-delivery.js';
import { splitPluginOutcomes } from '../domain/replay-outcomes.js';
import { deliveryIdOf, decodeSegment } from '../../intake/tables/segment-codec.js';

/** Limit for all deliveries together: each may have megabytes. */
const MAX_BYTES = 32 * 1024 * 1024;

@Injectable()
export class PostgresStoredDeliveries extends StoredDeliveries {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async findRecent(domain_id: string, webhook_id: string, limit: number): Promise<readonly StoredDelivery[]> {
    const rows = await this.dataSource.query<
      { segment_id: string; payload: Buffer; outcomes: Outcome[][] }[]
    >(
      // Follows the chain of segments back from the last processed one by primary key, so that the traffic of other webhooks does
      // not matter.
      `with recursive chain as (
         select last_segment_id as segment_id, 0 as place, 0::bigint as deliveries, 0::bigint as bytes
         from webhook_cursor where domain_id = $1 and webhook_id = $2
         union all
         select before.previous_id, place + 1, deliveries + before.delivery_count, bytes + before.size
         from chain cross join lateral (
           select previous_id, delivery_count, octet_length(payload) as size from delivery_segment
           where domain_id = $1 and segment_id = chain.segment_id limit 1
         ) as before
         where deliveries < $3 and bytes < $4
       )
       select found.segment_id, payload, outcomes from chain cross join lateral (
         select segment_id, payload, outcomes from delivery_segment
         where domain_id = $1 and segment_id = chain.segment_id and webhook_id = $2 and outcomes is not null
         limit 1
       ) as found
       where deliveries < $3 and bytes < $4
       order by place`,
      [domain_id, parseId('webhook', webhook_id), limit, MAX_BYTES],
    );
    const recent: StoredDelivery[] = [];
    let bytes = 0;
    for (const { segment_id, payload, outcomes } of rows) {
      const deliveries = decodeDeliveries(payload);
      for (let at = deliveries.length - 1; at >= 0; at -= 1) {
        const delivery = deliveries[at] as Delivery;
        // A message about a heartbeat is not parsed by a plugin.
        if (parseHeartbeatMessage(delivery) !== undefined) continue;
        bytes += sizeOf(delivery);
        // The query limits the compressed size only.
        if (recent.length === limit || (recent.length > 0 && bytes > MAX_BYTES)) return recent;
        recent.push({
          delivery_id: deliveryIdOf(segment_id, at),
          delivery,
          outcomes: splitPluginOutcomes(outcomes[at] ?? []).own,
        });
      }
    }
    return recent;
  }

  async findEvents(
    domain_id: string,
    eventIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredEvent>> {
    const rows = await this.dataSource.query<(StoredEvent & { event_id: string })[]>(
      `select event_id, event_key, event_type, severity, title from event
       where domain_id = $1 and event_id = any($2)`,
      [domain_id, [...eventIds]],
    );
    return new Map(rows.map(({ event_id, ...event }) => [event_id, event]));
  }
}

/** Decodes a segment. A damaged one gives nothing to compare. */
function decodeDeliveries(payload: Buffer) {
  try {
    return decodeSegment(payload);
  } catch {
    return [];
  }
}
