import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';
import { runsHere } from '#senders/plugin-api/plugin.js';
import { heartbeatNewsIn } from '../../../heartbeats/domain/heartbeat-delivery.js';
import { PluginSandbox } from '../ports/plugin-sandbox.js';
import type { PendingDelivery, PendingSegment } from '../ports/processing-log.js';
import { WorkerCrashes } from '../ports/worker-crashes.js';
import { InProcessReader, type DeliveryReader, type LoadedWebhook, type Parsed } from './delivery-reader.js';

const REFRESH_MS = 5_000;

/**
 * A plugin that runs in the worker can crash it: by taking all memory, by a loop without end, by a fault of native code. The
 * worker that takes over would crash in the same way, for ever. So what had arrived when a worker crashed is read in a
 * sandbox first. While no worker crashes this costs nothing, and nothing is written before a delivery is read.
 */
@Injectable()
export class CrashIsolation {
  private readonly logger = new Logger('CrashIsolation');
  private crashedAt = Number.NEGATIVE_INFINITY;
  private refreshedAt = Number.NEGATIVE_INFINITY;
  private first: Promise<void> | undefined;

  constructor(
    private readonly crashes: WorkerCrashes,
    private readonly sandbox: PluginSandbox,
  ) {}

  /** Before anything is read: a worker that starts again must not do what its predecessor did. */
  async refresh(): Promise<void> {
    if (performance.now() - this.refreshedAt >= REFRESH_MS) {
      this.refreshedAt = performance.now();
      const refreshing = this.refreshNow();
      this.first ??= refreshing;
    }
    await this.first;
  }

  private async refreshNow(): Promise<void> {
    try {
      const crashedAt = (await this.crashes.last())?.getTime() ?? Number.NEGATIVE_INFINITY;
      if (crashedAt > this.crashedAt)
        this.logger.warn(
          `a worker crashed: what had arrived by ${new Date(crashedAt).toISOString()} is read in a sandbox first`,
        );
      this.crashedAt = crashedAt;
    } catch (error) {
      this.logger.warn(messageOf(error));
    }
  }

  /** Whether the oldest of it had arrived when a worker crashed. */
  isFor(pending: readonly PendingSegment[]): boolean {
    const oldest = pending[0]?.deliveries[0];
    return oldest !== undefined && this.mayHaveCrashed(oldest);
  }

  /** How a delivery crashes the process that reads it; `undefined`: it may be read here. */
  async crashOf({ webhook, plugin }: LoadedWebhook, one: PendingDelivery): Promise<string | undefined> {
    if (!this.mayHaveCrashed(one) || !runsHere(plugin)) return undefined;
    // No plugin reads it.
    if (heartbeatNewsIn(one.delivery) !== undefined) return undefined;
    const { plugin_id, plugin_version, options } = webhook;
    const { delivery_id, delivery } = one;
    const crash = await this.sandbox.crashOf({ plugin_id, plugin_version, options, delivery_id, delivery });
    return crash === undefined ? undefined : `plugin ${plugin_id} ${plugin_version} ${crash}`;
  }

  private mayHaveCrashed({ delivery }: PendingDelivery): boolean {
    return delivery.received_at.getTime() <= this.crashedAt;
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
