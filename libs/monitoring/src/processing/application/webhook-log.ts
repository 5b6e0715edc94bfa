import { Logger } from '@nestjs/common';
import { NegativeCache } from '#shared/kernel/negative-cache.js';

/** Milliseconds. Each run meets the same obstacle again, which is not worth a message each time. */
const LOG_INTERVAL_MS = 60_000;
const MAX_LOGGED = 10_000;

interface AboutWebhook {
  /** A TypeID. */
  readonly webhook_id: string;
  readonly domain?: string;
}

/** Logs what keeps webhooks from being processed, the same about the same webhook once a minute. */
export class WebhookLog {
  private readonly logger: Logger;
  private readonly logged = new NegativeCache<true>(MAX_LOGGED, LOG_INTERVAL_MS);

  constructor(context: string) {
    this.logger = new Logger(context);
  }

  warn(message: string, about: AboutWebhook): void {
    if (this.isDue(message, about)) this.logger.warn(message, about);
  }

  error(message: string, about: AboutWebhook): void {
    if (this.isDue(message, about)) this.logger.error(message, about);
  }

  private isDue(message: string, { webhook_id }: AboutWebhook): boolean {
    const key = `${webhook_id} ${message}`;
    if (this.logged.find(key) !== undefined) return false;
    this.logged.add(key, true);
    return true;
  }
}
