import { useMemo } from 'preact/hooks';
import { formatView, matcherOf, type View } from './alert-filter.js';
import { groupAlerts, setBackAcknowledged, toItem, type Item } from './group-alerts.js';
import { knowledge } from './knowledge.js';
import { openAlerts, type Alert } from './live-alerts.js';
import { REFRESH_ALL_MS, tellings, useTellings } from './tellings.js';

const NONE: readonly string[] = [];

/** Returns the open alerts of a view, in its order. */
export function useShown(view: View): readonly Alert[] {
  const all = openAlerts.value;
  // Only these filters need to know of alerts that are not in sight.
  const needsTellings = view.marks.some((mark) => mark === 'silenced' || mark === 'untold');
  const ids = useMemo(
    () => (needsTellings ? all.map(({ alert_id }) => alert_id) : NONE),
    [needsTellings, all],
  );
  useTellings(ids, REFRESH_ALL_MS);
  const known = needsTellings ? tellings.value : undefined;
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
