import { Inject, Injectable, Optional } from '@nestjs/common';
import { Batcher, type PendingRequest } from '#shared/kernel/batcher.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { withTimeout } from '#shared/kernel/with-timeout.js';
import { ByteStringArrayBuilder, splitRows } from '#shared/platform/persistence/binary-arrays.js';
import { formatDeliveryId, newSegmentId, writeSegment } from '../../tables/segment-codec.js';
import {
  DeliveryLog,
  type DeliveryReceipt,
  type DeliveryTarget,
} from '../../application/ports/delivery-log.js';
import { Traces } from '../../application/ports/traces.js';
import { sizeOf, type Delivery } from '../../domain/delivery.js';
import { IntakeCounters } from '../intake-counters.js';
import { ArrivalClock } from './arrival-clock.js';
import { SegmentWriter, type StoredSegment } from './segment-writer.js';
import { DeliverySpool } from './spool/delivery-spool.js';

interface PendingWrite {
  readonly target: DeliveryTarget;
  readonly delivery: Delivery;
  readonly bytes: number;
}

type WaitingDelivery = PendingRequest<PendingWrite, DeliveryReceipt>;

interface Segment extends StoredSegment {
  readonly members: readonly WaitingDelivery[];
}

/**
 * The maximum number of uncompressed bytes in a segment. A reader has to load the whole segment, and its compressed
 * size says little about the memory that this takes.
 */
const SEGMENT_LIMITS = { rows: Infinity, size: 1024 * 1024 };

/**
 * Builds one segment per webhook, or several if there is much for one webhook; their ids sort in order. The ids are
 * assigned here, so that a retried write does not store a segment twice.
 * @param payloads receives the payloads, in the same order
 */
function buildSegments(
  group: readonly WaitingDelivery[],
  at: Date,
  payloads: ByteStringArrayBuilder,
): Segment[] {
  const segments: Segment[] = [];
  for (const deliveries of Map.groupBy(group, ({ request }) => request.target.uuid).values()) {
    for (const [from, to] of splitRows(deliveries, ({ request }) => request.bytes, SEGMENT_LIMITS)) {
      const members = deliveries.slice(from, to);
      const [{ request }] = members as [WaitingDelivery];
      const { target, delivery } = request;
      segments.push({
        domain_id: target.domain_id,
        segment_id: newSegmentId(at),
        webhook_uuid: target.uuid,
        received_at: delivery.received_at,
        delivery_count: members.length,
        payload: writeSegment(
          members.map((member) => member.request.delivery),
          payloads,
        ),
        members,
      });
    }
  }
  return segments;
}

/** The maximum size, in bytes, of deliveries that wait in memory or are being written to the database. */
export abstract class IngestLimits {
  abstract readonly memoryBytes: number;
}

const BATCH_OPTIONS = {
  /** One batch is being written while the next one fills. More parallel writes would only make the batches smaller. */
  concurrency: 2,
  /**
   * Milliseconds after which a second batch may start beside the first. Overlapping writes hide the round trip to a
   * remote database.
   */
  minIntervalMs: 2,
  perBatch: 2_000,
  bytes: { perBatch: 8 * 1024 * 1024, of: ({ bytes }: PendingWrite) => bytes },
};
const EPOCH = new Date(0);
const NOT_READY_SHARE = 0.9;
/** The size in bytes of the buffers that batches reuse. */
const BUFFER_BYTES = { min: 64 * 1024, max: 1024 * 1024 };

/**
 * Writes deliveries as a group commit: a batch has one segment per webhook and is written with one insert and one
 * commit.
 */
@Injectable()
export class PostgresDeliveryLog extends DeliveryLog {
  @Optional() @Inject(Traces) private readonly traces?: Traces;
  private readonly batches = new Batcher<PendingWrite, DeliveryReceipt>(
    (batch) => this.write(batch),
    BATCH_OPTIONS,
  );

  /** Buffers that are not in use by a write. */
  private readonly freeBuffers: ByteStringArrayBuilder[] = [];

  constructor(
    private readonly writer: SegmentWriter,
    private readonly spool: DeliverySpool,
    private readonly clock: ArrivalClock,
    limits: IngestLimits,
    private readonly counters: IntakeCounters,
    @Optional() readiness?: Readiness,
  ) {
    super();
    // The bodies count towards the limit until they are written. Beyond this, deliveries are soon refused, so the process
    // reports that it is not ready.
    readiness?.addRequirement(() =>
      counters.waitingBytes > limits.memoryBytes * NOT_READY_SHARE
        ? 'Too many deliveries wait to be written'
        : undefined,
    );
  }

  append(target: DeliveryTarget, delivery: Omit<Delivery, 'received_at'>): Promise<DeliveryReceipt> {
    const bytes = sizeOf(delivery);
    this.counters.waitingBytes += bytes;
    const { content_type, headers, query, path_suffix, body, signed_id, trace } = delivery;
    const received_at = this.clock.now();
    return this.batches.add({
      target,
      delivery: { received_at, content_type, headers, query, path_suffix, body, signed_id, trace },
      bytes,
    });
  }

  private async write(batch: readonly WaitingDelivery[]): Promise<void> {
    const startedAt = performance.now();
    try {
      const payloads = this.freeBuffers.pop() ?? new ByteStringArrayBuilder(BUFFER_BYTES.min);
      const segments = buildSegments(batch, this.clock.now(), payloads);
      await this.writeOrSpool(segments, payloads);
      resolveReceipts(segments);
      this.count(segments, performance.now() - startedAt);
    } catch (error) {
      this.counters.unwritten += batch.length;
      throw DomainError.unavailable('The delivery could not be written', 5, error);
    } finally {
      for (const { request } of batch) this.counters.waitingBytes -= request.bytes;
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
    if (this.traces?.isEnabled) traceSegments(this.traces, segments, milliseconds);
  }

  /** Keeps the buffer for the next batch, unless it has become too large. */
  private recycleBuffer(payloads: ByteStringArrayBuilder): void {
    if (payloads.bytes.length > BUFFER_BYTES.max) return;
    payloads.clear();
    this.freeBuffers.push(payloads);
  }

  /**
   * Writes segments to the database or, if that takes too long, to the spool. A segment in both is stored once, because
   * its id is the same.
   */
  private async writeOrSpool(segments: readonly Segment[], payloads: ByteStringArrayBuilder): Promise<void> {
    const { spool, writer } = this;
    if (spool.isActive) {
      try {
        if (await spool.append(segments)) return;
      } catch (error) {
        // The spool may hold older deliveries, so the segments are marked as late. Workers sort late segments by
        // arrival.
        if (!spool.isDatabaseAvailable) throw error;
        return await writer.write(segments, payloads.array, EPOCH);
      }
    }
    if (!spool.isEnabled) {
      await writer.write(segments, payloads.array);
      return this.recycleBuffer(payloads);
    }
    const { milliseconds } = spool.timeout;
    const startedAt = performance.now();
    const until = new Date(this.clock.now().getTime() + milliseconds);
    const writing = writer.write(segments, payloads.array, until);
    writing.then(
      () => spool.timeout.observe(performance.now() - startedAt),
      () => undefined,
    );
    try {
      await withTimeout(milliseconds, writing, 'writing deliveries');
      this.recycleBuffer(payloads);
    } catch {
      try {
        await spool.append(segments, { even: true });
      } catch {
        // The spool has no room either, so the delivery waits for the database without a time limit.
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
        traces.recordSpan('write segment', request.delivery.trace, to - milliseconds, to, { segment_id });
}

function resolveReceipts(segments: readonly Segment[]): void {
  for (const { segment_id, members } of segments)
    members.forEach(({ request, resolve }, position) =>
      resolve({
        delivery_id: formatDeliveryId(segment_id, position),
        received_at: request.delivery.received_at,
      }),
    );
}
