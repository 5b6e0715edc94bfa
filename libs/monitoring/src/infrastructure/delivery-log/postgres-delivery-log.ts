import { Inject, Injectable, Optional } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import {
  DeliveryLog,
  type DeliveryReceipt,
  type DeliveryTarget,
} from '../../application/ports/delivery-log.js';
import { Traces } from '../../application/ports/traces.js';
import type { Delivery } from '../../domain/delivery.js';
import { IntakeFigures } from '../telemetry/intake-figures.js';
import { ArrivalClock } from './arrival-clock.js';
import { buildSegments, type Segment, type WaitingDelivery } from './build-segments.js';
import { deliveryNames } from './delivery-id.js';
import { SegmentWriter, type StoredSegment } from './segment-writer.js';
import { DeliverySpool } from './spool/delivery-spool.js';
import { withTimeout } from './spool/with-timeout.js';

/** How much may wait in memory or be on its way to the database, in bytes of bodies. */
export abstract class IngestLimits {
  abstract readonly memoryBytes: number;
}

/** One flush is on the wire while the next gathers: with more in flight the groups are only smaller. */
const FLUSHES_IN_FLIGHT = 2;
/** Milliseconds after which the second one may begin, as it hides the way to a database that is far away. */
const FAR_AWAY = 2;
/** Milliseconds that the database has before the spool takes over. */
const PATIENCE = 250;
const NEARLY_FULL = 0.9;
const DELIVERIES_PER_FLUSH = 2_000;
const BYTES_PER_FLUSH = 8 * 1024 * 1024;

/**
 * Group commit: what arrives while a flush is under way goes into the next one, as one segment per webhook, all of
 * them in one insert and one commit. There is no timer: an idle service answers one delivery at once, a busy one
 * writes hundreds for each time the disk is waited for.
 */
@Injectable()
export class PostgresDeliveryLog extends DeliveryLog {
  @Optional() @Inject(Traces) private readonly traces?: Traces;
  private waiting: WaitingDelivery[] = [];
  private flushes = 0;
  /** Of the last flush. */
  private begunAt = 0;

  constructor(
    @Inject(SegmentWriter) private readonly writer: SegmentWriter,
    @Inject(DeliverySpool) private readonly spool: DeliverySpool,
    @Inject(ArrivalClock) private readonly clock: ArrivalClock,
    @Inject(IngestLimits) private readonly limits: IngestLimits,
    @Inject(IntakeFigures) private readonly figures: IntakeFigures,
    @Optional() @Inject(Readiness) readiness?: Readiness,
  ) {
    super();
    // From there on deliveries begin to be refused.
    readiness?.require(() =>
      figures.waitingBytes > limits.memoryBytes * NEARLY_FULL
        ? 'Too many deliveries wait to be written'
        : undefined,
    );
  }

  append(target: DeliveryTarget, delivery: Omit<Delivery, 'received_at'>): Promise<DeliveryReceipt> {
    const bytes = delivery.body.length;
    if (this.figures.waitingBytes + bytes > this.limits.memoryBytes) {
      return Promise.reject(DomainError.unavailable('Too many deliveries are waiting to be written', 1));
    }
    this.figures.waitingBytes += bytes;
    const { content_type, headers, query, path_suffix, body, trace } = delivery;
    return new Promise((resolve, reject) => {
      this.waiting.push({
        target,
        delivery: { received_at: this.clock.now(), content_type, headers, query, path_suffix, body, trace },
        resolve,
        reject,
      });
      if (this.hasTurn(this.flushes)) this.startFlush();
    });
  }

  private hasTurn(othersInFlight: number): boolean {
    if (othersInFlight === 0) return true;
    return othersInFlight < FLUSHES_IN_FLIGHT && performance.now() - this.begunAt > FAR_AWAY;
  }

  private startFlush(): void {
    this.flushes += 1;
    // After the requests of this turn of the event loop, so that they share the flush.
    setImmediate(() => void this.flush());
  }

  private async flush(): Promise<void> {
    while (this.waiting.length > 0 && this.hasTurn(this.flushes - 1)) {
      const group = this.takeGroup();
      const begun = performance.now();
      this.begunAt = begun;
      try {
        const segments = buildSegments(group, this.clock.now());
        await this.store(segments);
        settle(segments);
        this.count(segments, performance.now() - begun);
      } catch (error) {
        const unavailable = DomainError.unavailable('The delivery could not be written', 5, error);
        for (const { reject } of group) reject(unavailable);
        this.figures.unwritten += group.length;
      }
      for (const { delivery } of group) this.figures.waitingBytes -= delivery.body.length;
    }
    this.flushes -= 1;
  }

  private count(segments: readonly Segment[], milliseconds: number): void {
    const { figures } = this;
    figures.flushSeconds.add(milliseconds / 1000);
    for (const { members, payload } of segments) {
      figures.accepted += members.length;
      figures.segmentDeliveries.add(members.length);
      figures.segmentBytes.add(payload.length);
    }
    if (this.traces?.on) traceSegments(this.traces, segments, milliseconds);
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

  /** Where the database takes too long, the spool takes it; should the database have it after all, it is the same. */
  private async store(segments: readonly Segment[]): Promise<void> {
    const stored = segments.map(storedSegment);
    const { spool, writer } = this;
    if (spool.isActive && (await spool.append(stored))) return;
    if (!spool.isEnabled) return writer.write(stored);
    const writing = writer.write(stored, new Date(this.clock.now().getTime() + PATIENCE));
    writing.catch(() => undefined);
    try {
      await withTimeout(writing, PATIENCE);
    } catch {
      try {
        await spool.append(stored, { even: true });
      } catch {
        // No room there either: then the database has its whole time.
        await writing;
      }
    }
  }
}

function traceSegments(traces: Traces, segments: readonly Segment[], milliseconds: number): void {
  const to = performance.timeOrigin + performance.now();
  for (const { segment_id, members } of segments)
    for (const { delivery } of members)
      if (delivery.trace !== undefined)
        traces.record('write segment', delivery.trace, to - milliseconds, to, { segment_id });
}

function settle(segments: readonly Segment[]): void {
  for (const { segment_id, members } of segments) {
    const nameOf = deliveryNames(segment_id);
    members.forEach(({ delivery, resolve }, position) =>
      resolve({ delivery_id: nameOf(position), received_at: delivery.received_at }),
    );
  }
}

function storedSegment({ segment_id, target, received_at, members, payload }: Segment): StoredSegment {
  return {
    domain_id: target.domain_id,
    segment_id,
    webhook_uuid: target.uuid,
    received_at,
    delivery_count: members.length,
    payload,
  };
}
