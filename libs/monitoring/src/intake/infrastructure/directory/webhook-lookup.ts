import { DomainError } from '#shared/kernel/domain-error.js';
import type { Fill, WebhookMemory } from './webhook-memory.js';
import type { KnownWebhook } from './known-webhook.js';

export interface Confirmed {
  /** `undefined`: there is none, or no longer. */
  readonly webhook: KnownWebhook | undefined;
  /** Whether no change was heard of since it was read. */
  readonly current: boolean;
}

type Read = (
  uuids: readonly string[],
) => Promise<ReadonlyMap<string, KnownWebhook & { readonly deleted: boolean }>>;
type Waiter = PromiseWithResolvers<Confirmed>;

const MOST_WAITING = 10_000;
const AT_ONCE = 500;

/**
 * Asks the database, one question at a time: who comes while one is under way shares the next, so that nobody is
 * given an answer older than the question, and no flood of unknown webhooks becomes a flood of queries.
 */
export class WebhookLookup {
  private waiting = new Map<string, Waiter>();
  private busy = false;

  constructor(
    private readonly memory: WebhookMemory,
    private readonly read: Read,
    private readonly idOf: (uuid: string) => string,
  ) {}

  /** @throws ERROR_UNAVAILABLE */
  async confirm(uuid: string): Promise<Confirmed> {
    let waiter = this.waiting.get(uuid);
    if (waiter === undefined) {
      if (this.waiting.size >= MOST_WAITING)
        throw DomainError.unavailable('Too many unknown webhooks are asked for');
      waiter = Promise.withResolvers<Confirmed>();
      this.waiting.set(uuid, waiter);
      if (!this.busy) void this.askAll();
    }
    return waiter.promise;
  }

  private async askAll(): Promise<void> {
    this.busy = true;
    while (this.waiting.size > 0) {
      const asked = new Map([...this.waiting].slice(0, AT_ONCE));
      for (const uuid of asked.keys()) this.waiting.delete(uuid);
      const fill = this.memory.beginFill();
      try {
        await this.ask(asked, fill);
      } catch (cause) {
        const error = DomainError.unavailable('Webhooks cannot be looked up at the moment', 5, cause);
        for (const waiter of asked.values()) waiter.reject(error);
      } finally {
        fill.end();
      }
    }
    this.busy = false;
  }

  private async ask(asked: ReadonlyMap<string, Waiter>, fill: Fill): Promise<void> {
    const found = await this.read([...asked.keys()]);
    for (const [uuid, waiter] of asked) {
      const read = found.get(uuid);
      const webhook = read?.deleted ? undefined : read;
      const webhook_id = this.idOf(uuid);
      if (webhook?.enabled && !webhook.unreadable) fill.put(webhook_id, webhook);
      waiter.resolve({ webhook, current: fill.isCurrent(webhook_id) });
    }
  }
}
