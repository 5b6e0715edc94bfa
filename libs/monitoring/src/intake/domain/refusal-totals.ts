/** Webhooks that are named for one status. Requests without a valid key fill only the statuses that they can get. */
const MAX_WEBHOOKS = 200;
const OTHERS = 'other';

/** Counts the refused deliveries of this process, by webhook and status. Further webhooks share a name. */
export class RefusalTotals {
  private readonly statuses = new Map<number, Map<string, number>>();

  add(webhook_id: string, status: number): void {
    const webhooks = this.statuses.get(status) ?? new Map<string, number>();
    this.statuses.set(status, webhooks);
    const name = webhooks.has(webhook_id) || webhooks.size < MAX_WEBHOOKS ? webhook_id : OTHERS;
    webhooks.set(name, (webhooks.get(name) ?? 0) + 1);
  }

  list(): readonly { readonly webhook_id: string; readonly status: number; readonly count: number }[] {
    return [...this.statuses].flatMap(([status, webhooks]) =>
      [...webhooks].map(([webhook_id, count]) => ({ webhook_id, status, count })),
    );
  }
}
