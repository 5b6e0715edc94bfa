import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';

/** An alert with all of its fields: requests that do not select fields get every field. */
export type Alert = Required<Schemas['AlertInfo']>;

/** The open alerts, merged from the pages of the list and the stream. A change in the stream is newer than any page. */
export class OpenAlerts {
  private readonly open = new Map<string, Alert>();
  /** The alerts that the stream has changed since the reading of the list began. */
  private readonly changedIds = new Set<string>();
  private unlisted: Set<string> | undefined;

  get(id: string): Alert | undefined {
    return this.open.get(id);
  }

  all(): readonly Alert[] {
    return [...this.open.values()];
  }

  applyChange(alert: Alert): void {
    if (this.unlisted !== undefined) this.changedIds.add(alert.alert_id);
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
      if (!this.changedIds.has(alert.alert_id)) this.open.set(alert.alert_id, alert);
    }
  }

  /** Removes the alerts that neither a page nor the stream contained: they are no longer open. */
  endReading(): void {
    for (const id of this.unlisted ?? []) if (!this.changedIds.has(id)) this.open.delete(id);
    this.unlisted = undefined;
  }

  clear(): void {
    this.open.clear();
    this.unlisted = undefined;
  }
}
