import { Injectable } from '@nestjs/common';
import { Batcher } from '#shared/kernel/batcher.js';
import { readHops } from '#shared/kernel/hops.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { PostedDeliveries, type PostedDelivery } from '../../contracts/posted-deliveries.js';
import { parseHeartbeatMessage } from '../../heartbeats/domain/heartbeat-delivery.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { positionOf, segmentIdOf, tryDecodeDelivery } from '../../intake/tables/segment-codec.js';

/** Events per batch. Their deliveries may be large. */
const MAX_EVENTS = 16;
/** Milliseconds. */
const TIMEOUT_MS = 3_000;

interface EventRequest {
  readonly domain_id: string;
  /** uuid */
  readonly event_id: string;
}

/** Ids are uuids. */
interface EventDelivery {
  readonly event_id: string;
  readonly delivery_id: string;
}

@Injectable()
export class PostgresPostedDeliveries extends PostedDeliveries {
  private readonly batcher = new Batcher<EventRequest, PostedDelivery | undefined>(
    async (batch) => {
      const found = await this.readBatch(batch.map(({ request }) => request));
      for (const { request, resolve } of batch) resolve(found.get(request.event_id));
    },
    { concurrency: 1, perBatch: MAX_EVENTS },
  );

  constructor(
    private readonly pool: QueryPool,
    private readonly floors: RetentionFloors,
  ) {
    super();
  }

  findByEvent(domain_id: string, event_id: string): Promise<PostedDelivery | undefined> {
    return this.batcher.add({ domain_id, event_id: parseId('event', event_id) });
  }

  /** Reads the deliveries of events, with at most three statements for each domain of a batch. */
  private async readBatch(requests: readonly EventRequest[]): Promise<ReadonlyMap<string, PostedDelivery>> {
    const found = new Map<string, PostedDelivery>();
    for (const [domain_id, domainRequests] of Map.groupBy(requests, (request) => request.domain_id)) {
      const eventDeliveries = await this.findDeliveryIds(
        domain_id,
        domainRequests.map(({ event_id }) => event_id),
      );
      const deliveries = await this.findDeliveries(
        domain_id,
        eventDeliveries.map(({ delivery_id }) => delivery_id),
      );
      for (const { event_id, delivery_id } of eventDeliveries) {
        const delivery = deliveries.get(delivery_id);
        if (delivery !== undefined) found.set(event_id, delivery);
      }
    }
    return found;
  }

  private async findDeliveryIds(
    domain_id: string,
    event_ids: readonly string[],
  ): Promise<readonly EventDelivery[]> {
    const { rows } = await this.pool.query<EventDelivery>({
      name: 'deliveries of events',
      text: `
        select event_id, delivery_id from event
        where domain_id = $1 and event_id = any($2::uuid[]) and event_id >= $3`,
      values: [domain_id, event_ids, this.floors.lowestId(domain_id)],
      query_timeout: TIMEOUT_MS,
    });
    return rows;
  }

  /** Reads deliveries from the log and, if they are no longer there, from the quarantine, which is kept longer. */
  private async findDeliveries(
    domain_id: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, PostedDelivery>> {
    const segments = await this.readPayloads(
      'delivery_segment',
      'segment_id',
      domain_id,
      ids.map(segmentIdOf),
    );
    const missing = ids.filter((id) => !segments.has(segmentIdOf(id)));
    const quarantined = await this.readPayloads('quarantine', 'delivery_id', domain_id, missing);
    return new Map(
      ids.flatMap((id) => {
        const segment = segments.get(segmentIdOf(id));
        const payload = segment ?? quarantined.get(id);
        if (payload === undefined) return [];
        const delivery = tryDecodeDelivery(payload, segment === undefined ? 0 : positionOf(id));
        // Nobody posted the service's own heartbeat messages, and pings are of no use to other contexts.
        if (delivery === undefined || parseHeartbeatMessage(delivery) !== undefined) return [];
        const { content_type, body, headers } = delivery;
        const posted = { delivery_id: formatId('delivery', id), content_type, body, hops: readHops(headers) };
        return [[id, posted] as const];
      }),
    );
  }

  private async readPayloads(
    table: 'delivery_segment' | 'quarantine',
    key: 'segment_id' | 'delivery_id',
    domain_id: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Buffer>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.pool.query<{ id: string; payload: Buffer }>({
      name: `payloads of ${table}`,
      text: `select ${key} as id, payload from ${table} where domain_id = $1 and ${key} = any($2::uuid[])`,
      values: [domain_id, [...new Set(ids)]],
      query_timeout: TIMEOUT_MS,
    });
    return new Map(rows.map(({ id, payload }) => [id, payload]));
  }
}
