import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';

/** Nothing of it is left out where nothing was left out of the question. */
export type Alert = Required<Schemas['AlertInfo']>;

/** The open alerts, of pages that were read and of what the stream tells meanwhile, which is newer than any page. */
export class OpenAlerts {
  private readonly open = new Map<string, Alert>();
  /** By the stream, since the reading began. */
  private readonly told = new Set<string>();
  private unlisted: Set<string> | undefined;

  get(id: string): Alert | undefined {
    return this.open.get(id);
  }

  all(): readonly Alert[] {
    return [...this.open.values()];
  }

  tell(alert: Alert): void {
    if (this.unlisted !== undefined) this.told.add(alert.alert_id);
    if (alert.state === 'OPEN') this.open.set(alert.alert_id, alert);
    else this.open.delete(alert.alert_id);
  }

  /** Not before the stream tells everything that happens. */
  beginList(): void {
    this.told.clear();
    this.unlisted = new Set(this.open.keys());
  }

  list(page: readonly Alert[]): void {
    for (const alert of page) {
      this.unlisted?.delete(alert.alert_id);
      if (!this.told.has(alert.alert_id)) this.open.set(alert.alert_id, alert);
    }
  }

  /** What no page held and nobody told of is no longer open. */
  endList(): void {
    for (const id of this.unlisted ?? []) if (!this.told.has(id)) this.open.delete(id);
    this.unlisted = undefined;
  }

  clear(): void {
    this.open.clear();
    this.unlisted = undefined;
  }
}
