import type { KnownWebhook } from './known-webhook.js';

/**
 * The webhooks that received something lately, the longest unused dropped first. What was read from the database
 * before a change was heard of is not put in: it may be older than the change.
 */
export class WebhookMemory {
  private readonly webhooks = new Map<string, KnownWebhook>();
  private readonly fills = new Set<Fill>();

  constructor(private readonly capacity: number) {}

  get(webhook_id: string): KnownWebhook | undefined {
    const known = this.webhooks.get(webhook_id);
    // As long as half of the room is free, nothing will be dropped soon, whatever the order.
    if (known !== undefined && this.webhooks.size > this.capacity / 2) {
      this.webhooks.delete(webhook_id);
      this.webhooks.set(webhook_id, known);
    }
    return known;
  }

  drop(webhook_ids: readonly string[] | 'everything'): void {
    for (const fill of this.fills) fill.outdate(webhook_ids);
    if (webhook_ids === 'everything') this.webhooks.clear();
    else for (const webhook_id of webhook_ids) this.webhooks.delete(webhook_id);
  }

  /** To be called before reading from the database, and ended after. */
  beginFill(): Fill {
    const fill: Fill = new Fill(
      (webhook_id, known) => this.put(webhook_id, known),
      () => this.fills.delete(fill),
    );
    this.fills.add(fill);
    return fill;
  }

  private put(webhook_id: string, known: KnownWebhook): void {
    this.webhooks.set(webhook_id, known);
    if (this.webhooks.size > this.capacity) {
      const oldest = this.webhooks.keys().next();
      if (!oldest.done) this.webhooks.delete(oldest.value);
    }
  }
}

export class Fill {
  private readonly outdated = new Set<string>();
  private everything = false;

  constructor(
    private readonly store: (webhook_id: string, known: KnownWebhook) => void,
    readonly end: () => void,
  ) {}

  outdate(webhook_ids: readonly string[] | 'everything'): void {
    if (webhook_ids === 'everything') this.everything = true;
    else for (const webhook_id of webhook_ids) this.outdated.add(webhook_id);
  }

  isCurrent(webhook_id: string): boolean {
    return !this.everything && !this.outdated.has(webhook_id);
  }

  put(webhook_id: string, known: KnownWebhook): void {
    if (this.isCurrent(webhook_id)) this.store(webhook_id, known);
  }
}
