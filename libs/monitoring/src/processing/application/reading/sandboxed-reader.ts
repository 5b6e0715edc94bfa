import type { PendingDelivery, PendingSegment } from '../ports/processing-log.js';
import type { BatchLimits } from '../scheduler/batch-limits.js';
import type { CrashIsolation } from './crash-isolation.js';
import type { LoadedWebhook, SegmentReader, SegmentsRead } from './segment-reader.js';

/** Milliseconds of sandbox runs after which what has passed is read; the rest is of the next slice. */
const TIME_SLICE = 2_000;

/** For what may have crashed a worker: each delivery is read in the sandbox first, then as ever. */
export class SandboxedReader implements SegmentReader {
  constructor(
    private readonly isolation: CrashIsolation,
    private readonly reader: SegmentReader,
    private readonly isStopping: () => boolean,
  ) {}

  async read(
    loaded: LoadedWebhook,
    pending: readonly PendingSegment[],
    limits: BatchLimits,
  ): Promise<SegmentsRead> {
    const end = performance.now() + TIME_SLICE;
    const passed: PendingSegment[] = [];
    for (const segment of pending) {
      if (performance.now() > end) break;
      const deliveries: PendingDelivery[] = [];
      for (const one of segment.deliveries) {
        if (this.isStopping()) return { segments: [] };
        const damage = one.damage ?? (await this.isolation.crashOf(loaded, one));
        deliveries.push(damage === undefined ? one : { ...one, damage });
      }
      passed.push({ ...segment, deliveries });
    }
    return this.reader.read(loaded, passed, limits);
  }
}
