import { useEffect, useRef } from 'preact/hooks';
import type { ListHandle } from '../parts/virtual-list.tsx';
import { session } from '../session.js';
import type { ScreenKey } from '../shell/keys.tsx';
import { acknowledgeFree, assign } from './acts.js';
import type { Item } from './group-alerts.js';
import type { Alert } from './open-alerts.js';

type Leave = (alerts: readonly Alert[]) => void;

/**
 * Keeps the focus in place when the row that has it goes elsewhere, because its alert was acknowledged: the next row gets it.
 * @returns a function to call before something is done to alerts; without alerts, when nothing was done
 */
export function useLeave(items: readonly Item[], handle: ListState['handle']): Leave {
  const pending = useRef<{ from: string; to: string; distance: number } | undefined>(undefined);
  useEffect(() => {
    if (pending.current === undefined) return;
    const { from, to, distance } = pending.current;
    const find = (key: string) => items.findIndex((item) => item.key === key);
    const [at, next] = [find(from), find(to)];
    const item = items[at];
    if (item?.kind === 'alert' && !item.alert.acknowledged) return;
    pending.current = undefined;
    // Whoever has gone on meanwhile is where they want to be.
    const isLeft = document.activeElement === document.body || handle.current?.findFocus() === at;
    if (next !== -1 && next - at !== distance && isLeft) handle.current?.focus(next);
  }, [items]);
  return (alerts) => {
    const ids = new Set(alerts.map(({ alert_id }) => alert_id));
    const at = handle.current?.findFocus() ?? -1;
    const stays = ({ kind, key }: Item) => kind === 'alert' && !ids.has(key);
    const next = items.findIndex((item, index) => index > at && stays(item));
    const to = next === -1 ? items.slice(0, Math.max(at, 0)).findLastIndex(stays) : next;
    const [from, target] = [items[at], items[to]];
    pending.current =
      from === undefined || target === undefined || !ids.has(from.key)
        ? undefined
        : { from: from.key, to: target.key, distance: to - at };
  };
}

interface ListState {
  readonly items: readonly Item[];
  readonly selected: readonly Alert[];
  readonly handle: { readonly current: ListHandle | null };
  readonly select: (alert: Alert) => void;
  readonly leave: Leave;
  /** Called after something was done to these alerts. */
  readonly onDone: (alerts: readonly Alert[]) => void;
  readonly ask: (about: 'resolve' | 'silence', alerts: readonly Alert[]) => void;
}

/** The keys of the list. They act on the alert with the focus, and on all selected ones if it is one of them, or nothing has the focus. */
export function listKeys({
  items,
  selected,
  handle,
  select,
  leave,
  onDone,
  ask,
}: ListState): readonly ScreenKey[] {
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
    const isSelected = selected.some(({ alert_id }) => alert_id === alert?.alert_id);
    const alerts = alert === undefined || isSelected ? selected : [alert];
    if (alerts.length > 0) run(alerts);
  };
  const finish = async (act: Promise<boolean>, alerts: readonly Alert[]) => {
    leave(alerts);
    if (await act) onDone(alerts);
    else leave([]);
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
    {
      key: 'a',
      does: 'Acknowledge',
      run: act((alerts) => void finish(acknowledgeFree(alerts), alerts)),
    },
    { key: 'i', does: 'Assign to me', run: act((alerts) => void finish(assign(alerts, own), alerts)) },
    { key: 's', does: 'Silence', run: act((alerts) => ask('silence', alerts)) },
    { key: 'r', does: 'Resolve', run: act((alerts) => ask('resolve', alerts)) },
  ];
}
