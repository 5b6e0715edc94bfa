import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { messageOf } from '../../kernel/message-of.js';
import { Every } from '../../schedule/every.decorator.js';

/** Remembers when keys were used, and writes all of these times periodically in one statement. */
export abstract class LastUses implements BeforeApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private used = new Map<string, Date>();

  note(key: string, at: Date): void {
    this.used.set(key, at);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  @Every(20_000)
  async write(): Promise<void> {
    const used = this.used;
    if (used.size === 0) return;
    this.used = new Map();
    try {
      await this.store([...used.keys()], [...used.values()]);
    } catch (error) {
      this.logger.warn(`the last use of ${used.size} keys is written later: ${messageOf(error)}`);
      this.used = new Map([...used, ...this.used]);
    }
  }

  /** Stores the times, unless a stored one is later: another process may have written it. */
  protected abstract store(keys: readonly string[], times: readonly Date[]): Promise<unknown>;
}
