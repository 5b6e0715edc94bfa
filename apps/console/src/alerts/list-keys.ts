import type { ListHandle } from '../parts/virtual-list.tsx';
import { session } from '../session.js';
import type { ScreenKey } from '../shell/keys.tsx';
import { acknowledge, assign } from './acts.js';
import type { Item } from './group-alerts.js';
import type { Alert } from './open-alerts.js';

interface ListState {
  readonly items: readonly Item[];
  readonly selected: readonly Alert[];
  readonly handle: { readonly current: ListHandle | null };
  readonly select: (alert: Alert) => void;
  readonly ask: (about: 'resolve' | 'silence', alerts: readonly Alert[]) => void;
}

/** The keys of the list. They act on the selected alerts, or else on the one with the focus. */
export function listKeys({ items, selected, handle, select, ask }: ListState): readonly ScreenKey[] {
  const focused = (): Alert | undefined => {
    const item = items[handle.current?.findFocus() ?? -1];
    return item?.kind === 'alert' ? item.alert : undefined;
  };
  const move = (step: 1 | -1) => {
    const from = handle.current?.findFocus() ?? (step === 1 ? -1 : items.length);
    for (let index = from + step; index >= 0 && index < items.length; index += step)
      if (items[index]?.kind === 'alert') return handle.current?.focus(index);
    return undefined;
  };
  const act = (run: (alerts: readonly Alert[]) => void) => () => {
    const alert = focused();
    const alerts = selected.length > 0 ? selected : alert === undefined ? [] : [alert];
    if (alerts.length > 0) run(alerts);
  };
  const moves: readonly ScreenKey[] = [
    { key: 'j', does: 'Next alert', run: () => void move(1) },
    { key: 'k', does: 'Previous alert', run: () => void move(-1) },
    { key: 'Enter', does: 'Open the alert' },
    { key: '/', does: 'Filter', run: () => document.querySelector<HTMLElement>('#filter')?.focus() },
  ];
  if (session.value?.role === 'VIEWER') return moves;
  const own = session.value?.user_id ?? '';
  return [
    ...moves,
    {
      key: 'x',
      does: 'Select the alert',
      run: () => {
        const alert = focused();
        if (alert !== undefined) select(alert);
      },
    },
    { key: 'a', does: 'Acknowledge', run: act((alerts) => void acknowledge(alerts)) },
    { key: 'i', does: 'Assign to me', run: act((alerts) => void assign(alerts, own)) },
    { key: 's', does: 'Silence', run: act((alerts) => ask('silence', alerts)) },
    { key: 'r', does: 'Resolve', run: act((alerts) => ask('resolve', alerts)) },
  ];
}
