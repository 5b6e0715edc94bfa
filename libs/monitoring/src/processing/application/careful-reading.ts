import { Inject, Injectable, Logger } from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';
import { runsHere, type AnyPlugin } from '#senders/plugin-api/plugin.js';
import type { ReadAlarm } from '../domain/read-alarms.js';
import { PluginSandbox as PluginTrials } from './ports/plugin-sandbox.js';
import type { PendingDelivery, PendingSegment } from './ports/processing-log.js';
import { WorkerCrashes as WorkerDeaths } from './ports/worker-crashes.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';

const LOOK_EVERY_MS = 5_000;

/**
 * A plugin that runs in the worker can end it: by taking all memory, by a loop without end, by a fault of the machine's
 * code. Whoever takes over would end the same way, for ever. So what was there already when a worker was lost is tried in a
 * process of its own first. While nothing is lost this costs nothing, and of a delivery nothing is ever written before it
 * is read.
 */
@Injectable()
export class CarefulReading {
  private readonly logger = new Logger('CarefulReading');
  private lostAt = Number.NEGATIVE_INFINITY;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private first: Promise<void> | undefined;

  constructor(
    @Inject(WorkerDeaths) private readonly deaths: WorkerDeaths,
    @Inject(PluginTrials) private readonly trials: PluginTrials,
  ) {}

  /** Before anything is read: whoever starts again must not do what its predecessor did. */
  async look(): Promise<void> {
    if (performance.now() - this.lookedAt >= LOOK_EVERY_MS) {
      this.lookedAt = performance.now();
      const looking = this.lookNow();
      this.first ??= looking;
    }
    await this.first;
  }

  private async lookNow(): Promise<void> {
    try {
      const lostAt = (await this.deaths.last())?.getTime() ?? Number.NEGATIVE_INFINITY;
      if (lostAt > this.lostAt) this.logger.warn('a worker was lost: what waited then is tried apart first');
      this.lostAt = lostAt;
    } catch (error) {
      this.logger.warn(messageOf(error));
    }
  }

  /** Whether the oldest of it was there when a worker was lost. */
  isFor(pending: readonly PendingSegment[]): boolean {
    const oldest = pending[0]?.deliveries[0]?.delivery.received_at;
    return oldest !== undefined && oldest.getTime() <= this.lostAt;
  }

  /** What becomes of a delivery that would end this process; `undefined`: it may be read here. */
  async refusal(
    { plugin_id, plugin_version, options }: AdmittedWebhook,
    plugin: AnyPlugin,
    { delivery_id, delivery }: PendingDelivery,
  ): Promise<readonly ReadAlarm[] | undefined> {
    if (delivery.received_at.getTime() > this.lostAt || !runsHere(plugin)) return undefined;
    const end = await this.trials.endOf({ plugin_id, plugin_version, options, delivery_id, delivery });
    if (end === undefined) return undefined;
    return [{ kind: 'unreadable', reason: `plugin ${plugin_id} ${plugin_version} ${end}` }];
  }
}
