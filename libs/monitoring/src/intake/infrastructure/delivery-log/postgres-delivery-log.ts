import { Inject, Injectable, Optional } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { MaxMinShares } from '#shared/kernel/max-min-shares.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { withTimeout } from '#shared/platform/with-timeout.js';
import {
  DeliveryLog,
  type DeliveryReceipt,
  type DeliveryTarget,
} from '../../application/ports/delivery-log.js';
import { Traces } from '../../application/ports/traces.js';
import { sizeOf, type Delivery } from '../../domain/delivery.js';
import { overloadRetry } from '../../domain/overload-retry.js';
import { GrowingByteStrings } from '#shared/platform/persistence/growing-byte-strings.js';
import { IntakeCounters } from '../intake-counters.js';
import { ArrivalClock } from './arrival-clock.js';
import { buildSegments, type Segment, type WaitingDelivery } from './build-segments.js';
import { deliveryNameOf } from '../../../persistence/delivery-id.js';
import { SegmentWriter } from './segment-writer.js';
import { DeliverySpool } from './spool/delivery-spool.js';

/** How much may wait in memory or be on its way to the database, in bytes of bodies and what came with them. */
export abstract class IngestLimits {
  abstract readonly memoryBytes: number;
}

/** One flush is on the wire while the next gathers: with more in flight the groups are only smaller. */
const FLUSHES_IN_FLIGHT = 2;
/** Milliseconds after which the second one may begin, as it hides the way to a database that is far away. */
const FAR_AWAY = 2;
const LONG_AGO = new Date(0);
const NEARLY_FULL = 0.9;
const DELIVERIES_PER_FLUSH = 2_000;
const BYTES_PER_FLUSH = 8 * 1024 * 1024;
/** Bytes of the memory that flushes hand on to each other. */
const SPARE = { least: 64 * 1024, most: 1024 * 1024 };

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
  private readonly shares: MaxMinShares;
  /** Of the last flush. */
  private begunAt = 0;
  /** Where nothing is on its way from any more. */
  private readonly spare: GrowingByteStrings[] = [];

  constructor(
    @Inject(SegmentWriter) private readonly writer: SegmentWriter,
    @Inject(DeliverySpool) private readonly spool: DeliverySpool,
    @Inject(ArrivalClock) private readonly clock: ArrivalClock,
    @Inject(IngestLimits) limits: IngestLimits,
    @Inject(IntakeCounters) private readonly counters: IntakeCounters,
    @Optional() @Inject(Readiness) readiness?: Readiness,
  ) {
    super();
    this.shares = new MaxMinShares(limits.memoryBytes);
    // From there on deliveries begin to be refused.
    readiness?.require(() =>
      counters.waitingBytes > limits.memoryBytes * NEARLY_FULL
        ? 'Too many deliveries wait to be written'
        : undefined,
    );
  }

  append(target: DeliveryTarget, delivery: Omit<Delivery, 'received_at'>): Promise<DeliveryReceipt> {
    const bytes = sizeOf(delivery);
    const holder = this.shares.holderOf(target.domain_id, target.uuid);
    if (!this.shares.take(holder, bytes)) {
      return Promise.reject(
        DomainError.unavailable('Too many deliveries are waiting to be written', overloadRetry()),
      );
    }
    this.counters.waitingBytes += bytes;
    const { content_type, headers, query, path_suffix, body, trace } = delivery;
    return new Promise((resolve, reject) => {
      this.waiting.push({
        target,
        delivery: { received_at: this.clock.now(), content_type, headers, query, path_suffix, body, trace },
        bytes,
        holder,
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
        const payloads = this.spare.pop() ?? new GrowingByteStrings(SPARE.least);
        const segments = buildSegments(group, this.clock.now(), payloads);
        await this.store(segments, payloads);
        settle(segments);
        this.count(segments, performance.now() - begun);
      } catch (error) {
        const unavailable = DomainError.unavailable('The delivery could not be written', 5, error);
        for (const { reject } of group) reject(unavailable);
        this.counters.unwritten += group.length;
      }
      for (const { bytes, holder } of group) {
        this.counters.waitingBytes -= bytes;
        this.shares.giveBack(holder, bytes);
      }
    }
    this.flushes -= 1;
  }

  private count(segments: readonly Segment[], milliseconds: number): void {
    const { counters } = this;
    counters.flushSeconds.add(milliseconds / 1000);
    for (const { members, payload } of segments) {
      counters.accepted += members.length;
      counters.segmentDeliveries.add(members.length);
      counters.segmentBytes.add(payload.length);
    }
    if (this.traces?.on) traceSegments(this.traces, segments, milliseconds);
  }

  private takeGroup(): WaitingDelivery[] {
    let sum = 0;
    let count = 0;
    for (const { bytes } of this.waiting) {
      sum += bytes;
      if (count > 0 && (sum > BYTES_PER_FLUSH || count === DELIVERIES_PER_FLUSH)) break;
      count += 1;
    }
    if (count === this.waiting.length) {
      const all = this.waiting;
      this.waiting = [];
      return all;
    }
    return this.waiting.splice(0, count);
  }

  /** For the next flush, unless it is a rare large one: memory of so many bytes costs more than what is written there. */
  private giveBack(payloads: GrowingByteStrings): void {
    if (payloads.bytes.length > SPARE.most) return;
    payloads.clear();
    this.spare.push(payloads);
  }

  /** Where the database takes too long, the spool takes it; should the database have it after all, it is the same. */
  private async store(segments: readonly Segment[], payloads: GrowingByteStrings): Promise<void> {
    const { spool, writer } = this;
    if (spool.isActive) {
      try {
        if (await spool.append(segments)) return;
      } catch (error) {
        // What is in the spool may be older: workers sort what is late by its arrival.
        if (!spool.databaseAnswers) throw error;
        return await writer.write(segments, payloads.array, LONG_AGO);
      }
    }
    if (!spool.isEnabled) {
      await writer.write(segments, payloads.array);
      return this.giveBack(payloads);
    }
    const { milliseconds } = spool.patience;
    const begun = performance.now();
    const until = new Date(this.clock.now().getTime() + milliseconds);
    const writing = writer.write(segments, payloads.array, until);
    writing.then(
      () => spool.patience.learn(performance.now() - begun),
      () => undefined,
    );
    try {
      await withTimeout(milliseconds, writing, 'writing deliveries');
      this.giveBack(payloads);
    } catch {
      try {
        await spool.append(segments, { even: true });
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
  for (const { segment_id, members } of segments)
    members.forEach(({ delivery, resolve }, position) =>
      resolve({
        delivery_id: deliveryNameOf(segment_id, position),
        received_at: delivery.received_at,
      }),
    );
}
