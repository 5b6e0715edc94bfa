import { Injectable } from '@nestjs/common';

/** The maximum number of bytes of segments that are kept in memory for writing them again after a fail-over. */
export abstract class FailOverLimits {
  abstract readonly failOverBytes: number;
}

/** Milliseconds. A written segment is kept with its payload for a minute, and its name for an hour. */
export const KEPT_WHOLE = 60_000;
const KEPT_NAMES = 3_600_000;
const MOST_NAMES = 50_000;
/** The share of the limit that remains after removing segments, so that removing happens rarely. */
const LEAVE = 0.9;

export interface SegmentName {
  readonly domain_id: string;
  readonly segment_id: string;
  readonly webhook_uuid: string;
  readonly received_at: Date;
  readonly delivery_count: number;
}

interface WholeSegment extends SegmentName {
  readonly payload: Buffer;
}

interface Kept<T extends SegmentName> {
  readonly at: number;
  readonly segment: T;
}

/**
 * Remembers the segments that this process wrote recently, because a standby that takes over may not have them. A
 * segment is first kept with its payload, so that it can be written again, and then by name, so that a loss can at
 * least be reported.
 */
@Injectable()
export class AcknowledgedSegments {
  private readonly whole = new Map<string, Kept<WholeSegment>>();
  private readonly names = new Map<string, Kept<SegmentName>>();
  private bytes = 0;

  constructor(private readonly limits: FailOverLimits) {}

  add(segments: readonly WholeSegment[]): void {
    const at = performance.now();
    for (const { domain_id, segment_id, webhook_uuid, received_at, delivery_count, payload } of segments) {
      this.remove(segment_id);
      // Copied, because the buffer of a flush is reused.
      const copy = Buffer.from(payload);
      const segment = { domain_id, segment_id, webhook_uuid, received_at, delivery_count, payload: copy };
      this.whole.set(segment_id, { at, segment });
      this.bytes += copy.length;
    }
    const { failOverBytes } = this.limits;
    if (this.bytes > failOverBytes) this.letGoWhile(() => this.bytes > failOverBytes * LEAVE);
  }

  get all(): readonly WholeSegment[] {
    return Array.from(this.whole.values(), ({ segment }) => segment);
  }

  get allNames(): readonly SegmentName[] {
    return Array.from(this.names.values(), ({ segment }) => segment);
  }

  /** Drops payloads and names that are old enough. Called while the history of the database continues. */
  confirmed(): void {
    const now = performance.now();
    this.letGoWhile(({ at }) => at < now - KEPT_WHOLE);
    for (const [id, { at }] of this.names) {
      if (at >= now - KEPT_NAMES) break;
      this.names.delete(id);
    }
  }

  remove(segment_id: string): void {
    this.names.delete(segment_id);
    this.bytes -= this.whole.get(segment_id)?.segment.payload.length ?? 0;
    this.whole.delete(segment_id);
  }

  private letGoWhile(isToGo: (kept: Kept<WholeSegment>) => boolean): void {
    for (const kept of this.whole.values()) {
      if (!isToGo(kept)) break;
      const { payload: _, ...segment } = kept.segment;
      this.remove(segment.segment_id);
      this.names.set(segment.segment_id, { at: kept.at, segment });
    }
    for (const id of this.names.keys()) {
      if (this.names.size <= MOST_NAMES) break;
      this.names.delete(id);
    }
  }
}
