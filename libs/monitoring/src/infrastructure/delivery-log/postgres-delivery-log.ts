import { Inject, Injectable } from '@nestjs/common';
import { formatId } from '#shared/kernel/ids.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import {
  DeliveryLog,
  type DeliveryReceipt,
  type DeliveryTarget,
} from '../../application/ports/delivery-log.js';
import { WakeUp } from '../../application/ports/wake-up.js';
import type { Delivery } from '../../domain/delivery.js';
import { ArrivalClock } from './arrival-clock.js';
import { buildSegments, type Segment, type WaitingDelivery } from './build-segments.js';
import { deliveryIdOf } from './delivery-id.js';

/** How much may wait in memory or be on its way to the database, in bytes of bodies. */
export abstract class IngestLimits {
  abstract readonly memoryBytes: number;
}

/** One flush on the wire while the next gathers: more in flight only makes the groups smaller. */
const FLUSHES_IN_FLIGHT = 2;
/** Milliseconds. A database that does not answer must not keep senders waiting: a 503 lets them come again. */
const WRITE_TIMEOUT = 5_000;
const DELIVERIES_PER_FLUSH = 2_000;
const BYTES_PER_FLUSH = 8 * 1024 * 1024;

/**
 * Group commit: what arrives while a flush is under way goes into the next one, as one segment per webhook, all of
 * them in one insert and one commit. There is no timer: an idle service answers one delivery at once, a busy one
 * writes hundreds for each time the disk is waited for.
 */
@Injectable()
export class PostgresDeliveryLog extends DeliveryLog {
  private waiting: WaitingDelivery[] = [];
  private heldBytes = 0;
  private flushes = 0;

  constructor(
    @Inject(IngestPool) private readonly pool: IngestPool,
    @Inject(ArrivalClock) private readonly clock: ArrivalClock,
    @Inject(WakeUp) private readonly wakeUp: WakeUp,
    @Inject(IngestLimits) private readonly limits: IngestLimits,
  ) {
    super();
  }

  append(target: DeliveryTarget, delivery: Omit<Delivery, 'received_at'>): Promise<DeliveryReceipt> {
    const bytes = delivery.body.length;
    if (this.heldBytes + bytes > this.limits.memoryBytes) {
      return Promise.reject(DomainError.unavailable('Too many deliveries are waiting to be written', 1));
    }
    this.heldBytes += bytes;
    return new Promise((resolve, reject) => {
      this.waiting.push({
        target,
        delivery: { ...delivery, received_at: this.clock.now() },
        resolve,
        reject,
      });
      if (this.flushes < FLUSHES_IN_FLIGHT) this.startFlush();
    });
  }

  private startFlush(): void {
    this.flushes += 1;
    // After the requests of this turn of the event loop, so that they share the flush.
    setImmediate(() => void this.flush());
  }

  private async flush(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.takeGroup();
      const segments = buildSegments(group, this.clock.now());
      try {
        await this.write(segments);
        settle(segments);
        this.wakeUp.deliveriesArrived(segments.map(({ target }) => target.uuid));
      } catch (error) {
        const unavailable = DomainError.unavailable('The delivery could not be written', 5, error);
        for (const { reject } of group) reject(unavailable);
      }
      for (const { delivery } of group) this.heldBytes -= delivery.body.length;
    }
    this.flushes -= 1;
  }

  private takeGroup(): WaitingDelivery[] {
    let bytes = 0;
    let count = 0;
    for (const { delivery } of this.waiting) {
      bytes += delivery.body.length;
      if (count > 0 && (bytes > BYTES_PER_FLUSH || count === DELIVERIES_PER_FLUSH)) break;
      count += 1;
    }
    if (count === this.waiting.length) {
      const all = this.waiting;
      this.waiting = [];
      return all;
    }
    return this.waiting.splice(0, count);
  }

  /**
   * Once more after a failure: a pooled connection may have broken while it was idle, and a commit whose answer got
   * lost is found again by the same ids.
   */
  private async write(segments: readonly Segment[]): Promise<void> {
    try {
      await this.insert(segments);
    } catch {
      await this.insert(segments);
    }
  }

  private async insert(segments: readonly Segment[]): Promise<void> {
    const payloads = segments.map(({ payload }) => payload);
    let end = 1;
    const offsets = payloads.map(({ length }) => (end += length) - length);
    await this.pool.query({
      name: 'insert segments',
      query_timeout: WRITE_TIMEOUT,
      // The payloads travel as one binary parameter; as an array they would be written out in hexadecimal.
      text: `
        insert into delivery_segment
          (domain_id, segment_id, webhook_id, received_at, delivery_count, late, payload)
        select domain_id, segment_id, webhook_id, received_at, delivery_count, late,
          substring($6::bytea from o for n)
        from unnest(
          $1::text[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::int[], $7::int[], $8::int[], $9::bool[])
          as segment (domain_id, segment_id, webhook_id, received_at, delivery_count, o, n, late)
        on conflict do nothing`,
      values: [
        segments.map(({ target }) => target.domain_id),
        segments.map(({ segment_id }) => segment_id),
        segments.map(({ target }) => target.uuid),
        segments.map(({ received_at }) => received_at),
        segments.map(({ members }) => members.length),
        Buffer.concat(payloads),
        offsets,
        payloads.map(({ length }) => length),
        segments.map(({ late }) => late),
      ],
    });
  }
}

function settle(segments: readonly Segment[]): void {
  for (const { segment_id, members } of segments) {
    members.forEach(({ delivery, resolve }, position) =>
      resolve({
        delivery_id: formatId('delivery', deliveryIdOf(segment_id, position)),
        received_at: delivery.received_at,
      }),
    );
  }
}
