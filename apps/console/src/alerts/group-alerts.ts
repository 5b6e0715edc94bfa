import { SEVERITIES } from '../severity.js';
import type { Labels } from './label-query.js';
import type { Alert } from './open-alerts.js';

/** The heading of a group in the list. */
export interface Group {
  readonly kind: 'group';
  readonly key: string;
  readonly name: string;
  /** The most severe first. */
  readonly alerts: readonly Alert[];
  readonly isFolded: boolean;
}
export type Item = Group | { readonly kind: 'alert'; readonly key: string; readonly alert: Alert };

/** The key of the group into which acknowledged alerts step back. */
const ACKNOWLEDGED = 'acknowledged';

/** The value of an alert by which it is grouped. */
function valueOf(alert: Alert, by: string): string {
  if (by === 'rule') return alert.rule ?? '(no rule)';
  if (by === 'source') return alert.source.name ?? alert.webhook_id;
  const name = by.replace(/^labels\./, '');
  return Object.hasOwn(alert.labels, name) ? `${name}=${alert.labels[name]}` : `(no ${name})`;
}

const items = new WeakMap<Alert, Item>();

/** Returns the same row for the same alert: ten thousand new ones for each change would keep the browser busy. */
export function toItem(alert: Alert): Item {
  const known = items.get(alert);
  if (known !== undefined) return known;
  const item: Item = { kind: 'alert', key: alert.alert_id, alert };
  items.set(alert, item);
  return item;
}

/**
 * Returns the rows of the list: the alerts in their order, below the headings of their groups. Groups stand in the order of
 * their first alerts.
 */
export function groupAlerts(alerts: readonly Alert[], by: string, folded: ReadonlySet<string>): Item[] {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const name = valueOf(alert, by);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [alert]);
    else group.push(alert);
  }
  return [...groups].flatMap(([name, members]) => toRows(`${by} ${name}`, name, members, folded));
}

/** Returns the rows of a list without groups, in which acknowledged alerts stand at the end. */
export function setBackAcknowledged(alerts: readonly Alert[], folded: ReadonlySet<string>): Item[] {
  const open = alerts.filter(({ acknowledged }) => !acknowledged).map(toItem);
  if (open.length === alerts.length) return open;
  const acknowledged = alerts.filter((alert) => alert.acknowledged);
  return [...open, ...toRows(ACKNOWLEDGED, 'Acknowledged', acknowledged, folded)];
}

function toRows(
  key: string,
  name: string,
  alerts: readonly Alert[],
  folded: ReadonlySet<string>,
): readonly Item[] {
  const isFolded = folded.has(key);
  const heading: Group = { kind: 'group', key, name, alerts, isFolded };
  return isFolded ? [heading] : [heading, ...alerts.map(toItem)];
}

export const worstOf = (alerts: readonly Alert[]) =>
  SEVERITIES.find((severity) => alerts.some((alert) => alert.severity === severity)) ?? 'NONE';

/** Returns the labels that all alerts have with the same value. They tell nothing apart. */
export function findSharedLabels(alerts: readonly Alert[]): Labels {
  const [first, ...others] = alerts;
  if (first === undefined || others.length === 0) return {};
  let shared = Object.entries(first.labels);
  for (const { labels } of others) {
    if (shared.length === 0) break;
    shared = shared.filter(([name, value]) => Object.hasOwn(labels, name) && labels[name] === value);
  }
  return Object.fromEntries(shared);
}
