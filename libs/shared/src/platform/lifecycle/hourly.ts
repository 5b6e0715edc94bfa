import { Logger } from '@nestjs/common';
import { messageOf } from '../../kernel/message-of.js';

const HOUR = 3_600_000;

/** Upkeep that is due at the start and every hour. What fails is logged and tried again an hour later. */
export class Hourly {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    name: string,
    private readonly work: () => Promise<unknown>,
  ) {
    this.logger = new Logger(name);
  }

  /** Resolves when the first round is over. */
  async start(): Promise<void> {
    this.timer = setInterval(() => void this.round(), HOUR).unref();
    await this.round();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async round(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      this.logger.warn(`tried again later: ${messageOf(error)}`);
    }
  }
}
