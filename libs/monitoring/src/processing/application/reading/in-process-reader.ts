import type { Plugin } from '#senders/plugin-api/plugin.js';
import type { ReadDelivery, ReadSegment } from '../../domain/process-batch.js';
import { readAlarms } from '../../domain/read-alarms.js';
import type { PendingSegment } from '../ports/processing-log.js';
import type { BatchLimits } from '../scheduler/batch-limits.js';
import { damaged, type LoadedWebhook, type SegmentReader, type SegmentsRead } from './segment-reader.js';

/** For plugins that parse here and now. */
export class InProcessReader implements SegmentReader {
  async read(
    { plugin, webhook: { options, settings } }: LoadedWebhook,
    pending: readonly PendingSegment[],
    limits: BatchLimits,
  ): Promise<SegmentsRead> {
    const segments: ReadSegment[] = [];
    for (const { segment_id, late, deliveries } of pending) {
      if (limits.isReached) break;
      limits.beginSegment();
      const read: ReadDelivery[] = [];
      const circumstances = { late, default_severity: settings.default_severity };
      for (const one of deliveries) {
        const { delivery_id, delivery } = one;
        if (limits.isReached) await limits.waitForMemory();
        const alarms =
          damaged(one) ??
          limits.excess ??
          readAlarms(plugin as Plugin, options, delivery_id, delivery, circumstances);
        limits.add(alarms);
        read.push({ delivery_id, delivery, alarms });
      }
      segments.push({ segment_id, deliveries: read });
    }
    return { segments };
  }
}
