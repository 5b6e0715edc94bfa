import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';

/** An alert with all of its fields: requests that do not select fields get every field. */
export type Alert = Required<Schemas['AlertInfo']>;

/** The open alerts, merged from the pages of the list and the stream. A change in the stream is newer than any page. */
export class OpenAlerts {
  private readonly open = new Map<string, Alert>();
  /** The alerts that the stream has changed since the reading of the list began. */
  private readonly changedIds = new Set<string>();
  private unlisted: Set<string> | undefined;
  private order: readonly Alert[] = [];
  /** The alerts that have changed since they were sorted, and those that are no longer open. */
  private readonly unsortedIds = new Set<string>();

  get(id: string): Alert | undefined {
    return this.open.get(id);
  }

  /**
   * Returns all alerts in order. Only those that have changed since the last call are sorted, because ten thousand would take
   * longer than a frame.
   */
  sort(compare: (a: Alert, b: Alert) => number): readonly Alert[] {
    if (this.unsortedIds.size === 0) return this.order;
    const kept = this.order.filter(({ alert_id }) => !this.unsortedIds.has(alert_id));
    const changed = [...this.unsortedIds]
      .map((id) => this.open.get(id))
      .filter((alert) => alert !== undefined);
    this.unsortedIds.clear();
    this.order = merge(kept, changed.toSorted(compare), compare);
    return this.order;
  }

  applyChange(alert: Alert): void {
    if (this.unlisted !== undefined) this.changedIds.add(alert.alert_id);
    this.unsortedIds.add(alert.alert_id);
    if (alert.state === 'OPEN') this.open.set(alert.alert_id, alert);
    else this.open.delete(alert.alert_id);
  }

  /** Starts the reading of the list. The stream must already be connected. */
  beginReading(): void {
    this.changedIds.clear();
    this.unlisted = new Set(this.open.keys());
  }

  addPage(page: readonly Alert[]): void {
    for (const alert of page) {
      this.unlisted?.delete(alert.alert_id);
      if (this.changedIds.has(alert.alert_id)) continue;
      this.unsortedIds.add(alert.alert_id);
      this.open.set(alert.alert_id, alert);
    }
  }

  /** Removes the alerts that neither a page nor the stream contained: they are no longer open. */
  endReading(): void {
    for (const id of this.unlisted ?? []) {
      if (this.changedIds.has(id)) continue;
      this.unsortedIds.add(id);
      this.open.delete(id);
    }
    this.unlisted = undefined;
  }

  clear(): void {
    this.open.clear();
    this.order = [];
    this.unsortedIds.clear();
    this.unlisted = undefined;
  }
}

/** Merges two sorted lists. */
function merge<Item>(
  a: readonly Item[],
  b: readonly Item[],
  compare: (a: Item, b: Item) => number,
): readonly Item[] {
  const merged: Item[] = [];
  let next = 0;
  for (const item of a) {
    for (; next < b.length && compare(b[next] as Item, item) < 0; next += 1) merged.push(b[next] as Item);
    merged.push(item);
  }
  return [...merged, ...b.slice(next)];
}
