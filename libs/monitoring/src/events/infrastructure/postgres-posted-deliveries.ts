import type { Pool } from 'pg';
import { Batcher } from '#shared/kernel/batcher.js';
import { formatId, uuidOf } from '#shared/kernel/ids.js';
import { PostedDeliveries, type PostedDelivery } from '../../contracts/posted-deliveries.js';
import { heartbeatNewsIn } from '../../heartbeats/domain/heartbeat-delivery.js';
import { positionOf, segmentIdOf } from '../../persistence/delivery-id.js';
import { tryDecode } from '../../persistence/try-decode.js';

/** Events per batch. Their deliveries may be large. */
const MOST_EVENTS = 16;
/** Milliseconds. */
const TIMEOUT = 3_000;

interface Request {
  readonly domain_id: string;
  /** uuid */
  readonly event_id: string;
}

/** Ids are uuids. */
interface Made {
  readonly event_id: string;
  readonly delivery_id: string;
}

export class PostgresPostedDeliveries extends PostedDeliveries {
  private readonly batches = new Batcher<Request, PostedDelivery | undefined>(
    async (batch) => {
      const found = await this.read(batch.map(({ request }) => request));
      for (const { request, resolve } of batch) resolve(found.get(request.event_id));
    },
    { atOnce: 1, perBatch: MOST_EVENTS },
  );

  constructor(private readonly pool: Pool) {
    super();
  }

  behind(domain_id: string, event_id: string): Promise<PostedDelivery | undefined> {
    return this.batches.add({ domain_id, event_id: uuidOf('event', event_id) });
  }

  /** Reads the deliveries of events, with at most three statements for each domain of a batch. */
  private async read(requests: readonly Request[]): Promise<ReadonlyMap<string, PostedDelivery>> {
    const found = new Map<string, PostedDelivery>();
    for (const [domain_id, its] of Map.groupBy(requests, (request) => request.domain_id)) {
      const made = await this.made(
        domain_id,
        its.map(({ event_id }) => event_id),
      );
      const deliveries = await this.deliveries(
        domain_id,
        made.map(({ delivery_id }) => delivery_id),
      );
      for (const { event_id, delivery_id } of made) {
        const delivery = deliveries.get(delivery_id);
        if (delivery !== undefined) found.set(event_id, delivery);
      }
    }
    return found;
  }

  private async made(domain_id: string, event_ids: readonly string[]): Promise<readonly Made[]> {
    const { rows } = await this.pool.query<Made>({
      name: 'deliveries of events',
      text: `select event_id, delivery_id from event where domain_id = $1 and event_id = any($2::uuid[])`,
      values: [domain_id, event_ids],
      query_timeout: TIMEOUT,
    });
    return rows;
  }

  /** Reads deliveries from the log and, if they are no longer there, from the quarantine, which is kept longer. */
  private async deliveries(
    domain_id: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, PostedDelivery>> {
    const log = await this.payloads('delivery_segment', 'segment_id', domain_id, ids.map(segmentIdOf));
    const missing = ids.filter((id) => !log.has(segmentIdOf(id)));
    const quarantine = await this.payloads('quarantine', 'delivery_id', domain_id, missing);
    return new Map(
      ids.flatMap((id) => {
        const segment = log.get(segmentIdOf(id));
        const payload = segment ?? quarantine.get(id);
        if (payload === undefined) return [];
        const delivery = tryDecode(payload, segment === undefined ? 0 : positionOf(id));
        // Nobody posted the service's own heartbeat messages, and pings are of no use to other contexts.
        if (delivery === undefined || heartbeatNewsIn(delivery) !== undefined) return [];
        const { content_type, body } = delivery;
        return [[id, { delivery_id: formatId('delivery', id), content_type, body }] as const];
      }),
    );
  }

  private async payloads(
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
      query_timeout: TIMEOUT,
    });
    return new Map(rows.map(({ id, payload }) => [id, payload]));
  }
}
