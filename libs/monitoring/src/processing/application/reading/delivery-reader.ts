import type { AnyPlugin, Plugin, PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';
import type { PoisonCandidate } from '../../domain/poison-candidate.js';
import { readAlarms, type ReadAlarm } from '../../domain/read-alarms.js';
import type { PendingDelivery, PendingSegment } from '../ports/processing-log.js';
import type { CrashIsolation } from './crash-isolation.js';

/** A webhook, and the plugin that parses its deliveries. */
export interface LoadedWebhook {
  readonly webhook: AdmittedWebhook;
  readonly plugin: AnyPlugin;
}

/** Why the plugin can say nothing now, and for which deliveries it failed. */
export interface Unavailable {
  readonly error: PluginUnavailableError;
  readonly candidates: readonly PoisonCandidate[];
}

/** Lets a plugin parse what is pending for its webhook. */
export interface DeliveryReader {
  /** Deliveries that are parsed at the same time. */
  readonly concurrency: number;
  /** @returns the alarms of each delivery, in their order; in process at once, as promises cost more than some plugins */
  read(some: readonly PendingDelivery[], segment: PendingSegment): Parsed | Promise<Parsed | Unavailable>;
}
export type Parsed = readonly (readonly ReadAlarm[])[];

/** No plugin can parse what is no longer what was written, or what crashes the process that parses it. */
export const unreadable = (reason: string): readonly ReadAlarm[] => [{ kind: 'unreadable', reason }];

/** For plugins that parse here and now. */
export class InProcessReader implements DeliveryReader {
  readonly concurrency = 1;

  constructor(private readonly loaded: LoadedWebhook) {}

  read(some: readonly PendingDelivery[], { late }: PendingSegment): Parsed {
    const { plugin, webhook } = this.loaded;
    const circumstances = { late, default_severity: webhook.settings.default_severity };
    return some.map(({ damage, delivery_id, delivery }) =>
      damage === undefined
        ? readAlarms(plugin as Plugin, webhook.options, delivery_id, delivery, circumstances)
        : unreadable(damage),
    );
  }
}

/** For what may have crashed a worker: in the sandbox first, and in process what has passed. */
export class SandboxedReader implements DeliveryReader {
  readonly concurrency = 1;
  private readonly inProcess: InProcessReader;

  constructor(
    private readonly loaded: LoadedWebhook,
    private readonly isolation: CrashIsolation,
  ) {
    this.inProcess = new InProcessReader(loaded);
  }

  async read(some: readonly PendingDelivery[], segment: PendingSegment): Promise<Parsed> {
    const passed = some.map(async (one) => {
      const damage = one.damage ?? (await this.isolation.crashOf(this.loaded, one));
      return damage === undefined ? one : { ...one, damage };
    });
    return this.inProcess.read(await Promise.all(passed), segment);
  }
}
