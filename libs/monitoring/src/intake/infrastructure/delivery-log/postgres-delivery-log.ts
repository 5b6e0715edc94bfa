import { Inject, Injectable, Optional } from '@nestjs/common';
import { Batcher } from '#shared/kernel/batcher.js';
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
import { buildSegments, type DeliveryToWrite, type Segment, type WaitingDelivery } from './build-segments.js';
import { deliveryNameOf } from '../../../persistence/delivery-id.js';
import { SegmentWriter } from './segment-writer.js';
import { DeliverySpool } from './spool/delivery-spool.js';

/** How much may wait in memory or be on its way to the database, in bytes of bodies and what came with them. */
export abstract class IngestLimits {
  abstract readonly memoryBytes: number;
}

const BATCHES = {
  /** One is on the wire while the next gathers: with more in flight the batches are only smaller. */
  atOnce: 2,
  /** The second one may begin after as long, as it hides the way to a database that is far away. */
  apartMs: 2,
  perBatch: 2_000,
  bytes: { perBatch: 8 * 1024 * 1024, of: ({ bytes }: DeliveryToWrite) => bytes },
};
const LONG_AGO = new Date(0);
const NEARLY_FULL = 0.9;
/** Bytes of the memory that batches hand on to each other. */
const SPARE = { least: 64 * 1024, most: 1024 * 1024 };

/** Group commit: a batch is one segment per webhook, all of them in one insert and one commit. */
@Injectable()
export class PostgresDeliveryLog extends DeliveryLog {
  @Optional() @Inject(Traces) private readonly traces?: Traces;
  private readonly batches = new Batcher<DeliveryToWrite, DeliveryReceipt>(
    (batch) => this.write(batch),
    BATCHES,
  );

  private readonly shares: MaxMinShares;
  /** Buffers that no write in progress uses any more. */
  private readonly spare: GrowingByteStrings[] = [];

  constructor(
    private readonly writer: SegmentWriter,
    private readonly spool: DeliverySpool,
    private readonly clock: ArrivalClock,
    limits: IngestLimits,
    private readonly counters: IntakeCounters,
    @Optional() readiness?: Readiness,
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
    return this.batches.add({
      target,
      delivery: { received_at: this.clock.now(), content_type, headers, query, path_suffix, body, trace },
      bytes,
      holder,
    });
  }

  private async write(batch: readonly WaitingDelivery[]): Promise<void> {
    const begun = performance.now();
    try {
      const payloads = this.spare.pop() ?? new GrowingByteStrings(SPARE.least);
      const segments = buildSegments(batch, this.clock.now(), payloads);
      await this.store(segments, payloads);
      settle(segments);
      this.count(segments, performance.now() - begun);
    } catch (error) {
      this.counters.unwritten += batch.length;
      throw DomainError.unavailable('The delivery could not be written', 5, error);
    } finally {
      for (const { request } of batch) {
        this.counters.waitingBytes -= request.bytes;
        this.shares.giveBack(request.holder, request.bytes);
      }
    }
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

  /** For the next batch, unless it is a rare large one: memory of so many bytes costs more than what is written there. */
  private giveBack(payloads: GrowingByteStrings): void {
    if (payloads.bytes.length > SPARE.most) return;
    payloads.clear();
    this.spare.push(payloads);
  }

  /** Where the database takes too long, the spool takes the segments; in both, their ids make them the same. */
  private async store(segments: readonly Segment[], payloads: GrowingByteStrings): Promise<void> {
    const { spool, writer } = this;
    if (spool.isActive) {
      try {
        if (await spool.append(segments)) return;
      } catch (error) {
        // The spool may hold older deliveries: workers sort out-of-order segments by their arrival.
        if (!spool.databaseAnswers) throw error;
        return await writer.write(segments, payloads.array, LONG_AGO);
      }
    }
    if (!spool.isEnabled) {
      await writer.write(segments, payloads.array);
      return this.giveBack(payloads);
    }
    const { milliseconds } = spool.timeout;
    const begun = performance.now();
    const until = new Date(this.clock.now().getTime() + milliseconds);
    const writing = writer.write(segments, payloads.array, until);
    writing.then(
      () => spool.timeout.observe(performance.now() - begun),
      () => undefined,
    );
    try {
      await withTimeout(milliseconds, writing, 'writing deliveries');
      this.giveBack(payloads);
    } catch {
      try {
        await spool.append(segments, { even: true });
      } catch {
        // No room in the spool either: the database has all the time it needs.
        await writing;
      }
    }
  }
}

function traceSegments(traces: Traces, segments: readonly Segment[], milliseconds: number): void {
  const to = performance.timeOrigin + performance.now();
  for (const { segment_id, members } of segments)
    for (const { request } of members)
      if (request.delivery.trace !== undefined)
        traces.record('write segment', request.delivery.trace, to - milliseconds, to, { segment_id });
}

function settle(segments: readonly Segment[]): void {
  for (const { segment_id, members } of segments)
    members.forEach(({ request, resolve }, position) =>
      resolve({
        delivery_id: deliveryNameOf(segment_id, position),
        received_at: request.delivery.received_at,
      }),
    );
}
