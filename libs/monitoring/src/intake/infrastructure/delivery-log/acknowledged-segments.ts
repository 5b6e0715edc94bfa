import { Injectable } from '@nestjs/common';

/** The maximum number of bytes of segments that are kept in memory for writing them again after a fail-over. */
export abstract class FailOverLimits {
  abstract readonly failOverBytes: number;
}

/** Milliseconds. A written segment is kept with its payload for a minute, and its name for an hour. */
export const PAYLOAD_TTL_MS = 60_000;
const REFERENCE_TTL_MS = 3_600_000;
const MAX_REFERENCES = 50_000;
/** The share of the limit that remains after removing segments, so that removing happens rarely. */
const EVICTION_TARGET = 0.9;

export interface SegmentReference {
  readonly domain_id: string;
  readonly segment_id: string;
  readonly webhook_uuid: string;
  readonly received_at: Date;
  readonly delivery_count: number;
}

interface SegmentCopy extends SegmentReference {
  readonly payload: Buffer;
}

interface CacheEntry<T extends SegmentReference> {
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
  private readonly segmentsById = new Map<string, CacheEntry<SegmentCopy>>();
  private readonly referencesById = new Map<string, CacheEntry<SegmentReference>>();
  private bytes = 0;

  constructor(private readonly limits: FailOverLimits) {}

  add(segments: readonly SegmentCopy[]): void {
    const at = performance.now();
    for (const { domain_id, segment_id, webhook_uuid, received_at, delivery_count, payload } of segments) {
      this.remove(segment_id);
      // Copied, because the buffer of a flush is reused.
      const copy = Buffer.from(payload);
      const segment = { domain_id, segment_id, webhook_uuid, received_at, delivery_count, payload: copy };
      this.segmentsById.set(segment_id, { at, segment });
      this.bytes += copy.length;
    }
    const { failOverBytes } = this.limits;
    if (this.bytes > failOverBytes) this.evictWhile(() => this.bytes > failOverBytes * EVICTION_TARGET);
  }

  get segments(): readonly SegmentCopy[] {
    return Array.from(this.segmentsById.values(), ({ segment }) => segment);
  }

  get references(): readonly SegmentReference[] {
    return Array.from(this.referencesById.values(), ({ segment }) => segment);
  }

  /** Drops payloads and names that are old enough. Called while the history of the database continues. */
  evictExpired(): void {
    const now = performance.now();
    this.evictWhile(({ at }) => at < now - PAYLOAD_TTL_MS);
    for (const [id, { at }] of this.referencesById) {
      if (at >= now - REFERENCE_TTL_MS) break;
      this.referencesById.delete(id);
    }
  }

  remove(segment_id: string): void {
    this.referencesById.delete(segment_id);
    this.bytes -= this.segmentsById.get(segment_id)?.segment.payload.length ?? 0;
    this.segmentsById.delete(segment_id);
  }

  private evictWhile(shouldEvict: (entry: CacheEntry<SegmentCopy>) => boolean): void {
    for (const entry of this.segmentsById.values()) {
      if (!shouldEvict(entry)) break;
      const { payload: _, ...segment } = entry.segment;
      this.remove(segment.segment_id);
      this.referencesById.set(segment.segment_id, { at: entry.at, segment });
    }
    for (const id of this.referencesById.keys()) {
      if (this.referencesById.size <= MAX_REFERENCES) break;
      this.referencesById.delete(id);
    }
  }
}
