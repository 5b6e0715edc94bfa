import { Injectable } from '@nestjs/common';

/** How many bytes of what the database has taken are kept for writing it again. */
export abstract class FailOverLimits {
  abstract readonly failOverBytes: number;
}

/** Milliseconds for which what was written is kept whole, and for which it is known that it was written. */
export const KEPT_WHOLE = 60_000;
const KEPT_NAMES = 3_600_000;
const MOST_NAMES = 50_000;
/** What is let go of at once when the limit is reached, so that this happens rarely. */
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
 * What this process has written into the log lately: a standby that takes over may not have it. First whole, then, for
 * longer, what it was, so that at least it can be said what is missing.
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
      // The memory of a flush is used again.
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

  /** The database still has what it had taken: nobody asks any more for what was written long before. */
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
