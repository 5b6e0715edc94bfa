import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { getLogMessage } from '../../kernel/error-message.js';
import { Every } from '../../schedule/every.decorator.js';

/** Remembers when keys were used, and writes all of these times periodically in one statement. */
export abstract class LastUseRecorder implements BeforeApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private pending = new Map<string, Date>();

  record(key: string, at: Date): void {
    this.pending.set(key, at);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  @Every(20_000)
  async write(): Promise<void> {
    const used = this.pending;
    if (used.size === 0) return;
    this.pending = new Map();
    try {
      await this.store([...used.keys()], [...used.values()]);
    } catch (error) {
      this.logger.warn(`the last use of ${used.size} keys is written later: ${getLogMessage(error)}`);
      this.pending = new Map([...used, ...this.pending]);
    }
  }

  /** Stores the times, unless a stored one is later: another process may have written it. */
  protected abstract store(keys: readonly string[], times: readonly Date[]): Promise<unknown>;
}
