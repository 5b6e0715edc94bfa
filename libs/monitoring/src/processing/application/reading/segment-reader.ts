import type { AnyPlugin, PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';
import type { PoisonCandidate } from '../../domain/poison-candidate.js';
import type { ReadSegment } from '../../domain/process-batch.js';
import type { ReadAlarm } from '../../domain/read-alarms.js';
import type { PendingDelivery, PendingSegment } from '../ports/processing-log.js';
import type { BatchLimits } from '../scheduler/batch-limits.js';

/** A webhook, and the plugin that reads its deliveries. */
export interface LoadedWebhook {
  readonly webhook: AdmittedWebhook;
  readonly plugin: AnyPlugin;
}

export interface SegmentsRead {
  /** The oldest of the pending segments, each of them whole. */
  readonly segments: readonly ReadSegment[];
  /** Why the next one cannot be read now, and for which deliveries the plugin failed. */
  readonly unavailable?: {
    readonly error: PluginUnavailableError;
    readonly candidates: readonly PoisonCandidate[];
  };
}

/** Lets the plugin of a webhook read pending segments in their order, until the limits of the batch are reached. */
export interface SegmentReader {
  read(loaded: LoadedWebhook, pending: readonly PendingSegment[], limits: BatchLimits): Promise<SegmentsRead>;
}

/** No plugin can read what is no longer what was written, or what crashes the process that reads it. */
export function damaged({ damage }: PendingDelivery): readonly ReadAlarm[] | undefined {
  return damage === undefined ? undefined : [{ kind: 'unreadable', reason: damage }];
}
