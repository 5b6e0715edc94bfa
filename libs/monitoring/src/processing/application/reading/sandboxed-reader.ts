import type { PendingDelivery, PendingSegment } from '../ports/processing-log.js';
import type { CrashIsolation } from './crash-isolation.js';
import type { DeliveryReader, LoadedWebhook, Parsed } from './delivery-reader.js';
import { InProcessReader } from './in-process-reader.js';

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
