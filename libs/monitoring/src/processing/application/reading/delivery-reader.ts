import type { AnyPlugin, Plugin, PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';
import type { PoisonCandidate } from '../../domain/poison-candidate.js';
import { readAlarms, type ReadAlarm } from '../../domain/read-alarms.js';
import type { PendingDelivery, PendingSegment } from '../ports/processing-log.js';

export interface LoadedWebhook {
  readonly webhook: AdmittedWebhook;
  readonly plugin: AnyPlugin;
}

/** Why the plugin cannot parse now, and the deliveries for which it failed. */
export interface Unavailable {
  readonly error: PluginUnavailableError;
  readonly candidates: readonly PoisonCandidate[];
}

export interface DeliveryReader {
  /** Deliveries that are parsed at the same time. */
  readonly concurrency: number;
  /** @returns the alarms of each delivery, in order. In-process readers return no promise, which can cost more than the parse. */
  read(some: readonly PendingDelivery[], segment: PendingSegment): Parsed | Promise<Parsed | Unavailable>;
}
export type Parsed = readonly (readonly ReadAlarm[])[];

/** For a delivery that is damaged, or that crashes the process that parses it: no plugin can parse it. */
export const unreadable = (reason: string): readonly ReadAlarm[] => [{ kind: 'unreadable', reason }];

export class InProcessReader implements DeliveryReader {
  readonly concurrency = 1;

  constructor(private readonly loaded: LoadedWebhook) {}

  read(some: readonly PendingDelivery[], { late }: PendingSegment): Parsed {
    const { plugin, webhook } = this.loaded;
    const readOptions = { late, default_severity: webhook.settings.default_severity };
    return some.map(({ damage, delivery_id, delivery }) =>
      damage === undefined
        ? readAlarms(plugin as Plugin, webhook.options, delivery_id, delivery, readOptions)
        : unreadable(damage),
    );
  }
}
