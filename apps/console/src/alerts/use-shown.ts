import { useMemo } from 'preact/hooks';
import { formatCount } from '../format.js';
import { formatView, matcherOf, type View } from './alert-filter.js';
import { groupAlerts, setBackAcknowledged, toItem, type Item } from './group-alerts.js';
import { knowledge } from './knowledge.js';
import { openAlerts, type Alert } from './live-alerts.js';
import { REFRESH_ALL_MS, tellings, tellingsFailure, useTellings } from './tellings.js';

const NONE: readonly string[] = [];

/** Whether a view shows alerts by what is known beside their own fields, which is read a part at a time. */
export const needsTellings = ({ marks }: View): boolean =>
  marks.some((mark) => mark === 'silenced' || mark === 'untold');

/** The share of alerts that may be unread: those that have only just opened are read within a second. */
const MAX_UNREAD = 0.05;

/** Returns why a view does not show all that belongs to it; `undefined` if it does. */
export function findGap(view: View): { readonly kind: 'quiet' | 'bad'; readonly text: string } | undefined {
  if (!needsTellings(view)) return undefined;
  const all = openAlerts.value;
  const read = all.filter(({ alert_id }) => tellings.value.has(alert_id)).length;
  const why = tellingsFailure.value;
  if (why === undefined && all.length - read <= all.length * MAX_UNREAD) return undefined;
  const text = `${formatCount(read)} of ${formatCount(all.length)} open alerts are checked`;
  return why === undefined ? { kind: 'quiet', text: `${text} …` } : { kind: 'bad', text: `${text}. ${why}` };
}

/** Returns the open alerts of a view, in its order. */
export function useShown(view: View): readonly Alert[] {
  const all = openAlerts.value;
  // Only these filters need to know of alerts that are not in sight.
  const needed = needsTellings(view);
  const ids = useMemo(() => (needed ? all.map(({ alert_id }) => alert_id) : NONE), [needed, all]);
  useTellings(ids, REFRESH_ALL_MS);
  const known = needed ? tellings.value : undefined;
  const key = JSON.stringify(formatView(view));
  return useMemo(() => {
    const shown = all.filter(matcherOf(view, knowledge()));
    return view.order === 'newest' ? shown.toSorted(byAge) : shown;
  }, [all, known, key]);
}

const byAge = (a: Alert, b: Alert): number => (a.opened_at < b.opened_at ? 1 : -1);

/** Returns the rows of the list: the alerts, below the headings of their groups. */
export function useItems(shown: readonly Alert[], view: View, folded: ReadonlySet<string>): readonly Item[] {
  const { group, order } = view;
  return useMemo(() => {
    if (group !== '') return groupAlerts(shown, group, folded);
    if (order === 'worst') return setBackAcknowledged(shown, folded);
    return shown.map(toItem);
  }, [shown, group, order, folded]);
}
