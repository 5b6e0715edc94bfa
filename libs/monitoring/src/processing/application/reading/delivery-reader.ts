import type { AnyPlugin, PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';
import type { PoisonCandidate } from '../../domain/poison-candidate.js';
import type { ReadAlarm } from '../../domain/read-alarms.js';
import type { PendingDelivery, PendingSegment } from '../ports/processing-log.js';

export interface LoadedWebhook {
  readonly webhook: AdmittedWebhook;
  readonly plugin: AnyPlugin;
}

/** Why the plugin can say nothing now, and for which deliveries it failed. */
export interface Unavailable {
  readonly error: PluginUnavailableError;
  readonly candidates: readonly PoisonCandidate[];
}

export interface DeliveryReader {
  /** Deliveries that are parsed at the same time. */
  readonly concurrency: number;
  /** @returns the alarms of each delivery, in their order; in process at once, as promises cost more than some plugins */
  read(some: readonly PendingDelivery[], segment: PendingSegment): Parsed | Promise<Parsed | Unavailable>;
}
export type Parsed = readonly (readonly ReadAlarm[])[];

/** No plugin can parse what is no longer what was written, or what crashes the process that parses it. */
export const unreadable = (reason: string): readonly ReadAlarm[] => [{ kind: 'unreadable', reason }];
