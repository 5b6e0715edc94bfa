import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { positionOf, segmentIdOf, tryDecodeDelivery } from '../tables/segment-codec.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import {
  toDeliveryInfo,
  GetDelivery,
  type DeliveryInfo,
  AwaitDelivery,
} from '../application/get-delivery.js';
import type { Outcome } from '../domain/delivery.js';
import { DomainShares } from '#shared/kernel/domain-shares.js';
import { Readiness } from '#shared/platform/health/readiness.js';

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

const MAX_WAITERS = 1_000;
const POLL_INTERVAL_MS = 50;

interface Waiter {
  readonly domain_id: string;
  readonly segment_id: string;
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly done: (processed: boolean | undefined) => void;
}

/**
 * Polls the database with one query for all waiting requests of this process. While the process drains, requests return
 * at once.
 */
@QueryHandler(AwaitDelivery)
export class AwaitDeliveryHandler implements IQueryHandler<AwaitDelivery> {
  private readonly shares = new DomainShares({
    name: 'deliveries that are waited for',
    places: MAX_WAITERS,
    waitMs: 0,
  });
  private readonly waiters = new Set<Waiter>();
  private isPolling = false;

  constructor(
    private readonly pool: QueryPool,
    private readonly readiness: Readiness,
  ) {}

  async execute({ scope, delivery_id, seconds, signal }: AwaitDelivery): Promise<boolean | undefined> {
    if (this.readiness.isDraining) return undefined;
    return this.shares.tryRun(scope.domain_id, () => {
      const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
      this.waiters.add({
        domain_id: scope.domain_id,
        segment_id: segmentIdOf(parseId('delivery', delivery_id)),
        deadline: performance.now() + seconds * 1000,
        signal,
        done: resolve,
      });
      if (!this.isPolling) void this.poll();
      return promise;
    });
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    while (this.waiters.size > 0) {
      await new Promise((resume) => setTimeout(resume, POLL_INTERVAL_MS));
      const waiting = [...this.waiters];
      const processed = await this.findProcessed(waiting);
      for (const waiter of waiting) {
        const isProcessed = processed.has(waiter.segment_id);
        const isTimedOut = performance.now() >= waiter.deadline;
        const isUnwanted = waiter.signal.aborted || this.readiness.isDraining;
        if (!isProcessed && !isTimedOut && !isUnwanted) continue;
        this.waiters.delete(waiter);
        waiter.done(isProcessed || isTimedOut ? isProcessed : undefined);
      }
    }
    this.isPolling = false;
  }

  /** Returns no segments while the database is unavailable. The waiting requests then time out. */
  private async findProcessed(waiting: readonly Waiter[]): Promise<ReadonlySet<string>> {
    try {
      const { rows } = await this.pool.query<{ segment_id: string }>({
        name: 'find processed',
        query_timeout: 2_000,
        text: `
          select segment_id from delivery_segment
          join unnest($1::text[], $2::uuid[]) as waiting (domain_id, segment_id) using (domain_id, segment_id)
          where processed_at is not null`,
        values: [waiting.map(({ domain_id }) => domain_id), waiting.map(({ segment_id }) => segment_id)],
      });
      return new Set(rows.map(({ segment_id }) => segment_id));
    } catch {
      return new Set();
    }
  }
}
