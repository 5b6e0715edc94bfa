import { useRef } from 'preact/hooks';
import { address } from '../address.js';
import { showDone } from '../design/toast.tsx';
import { SETTLED_MS } from '../parts/use-settled.js';
import type { Item } from './group-alerts.js';
import type { Alert } from './open-alerts.js';

type Items = readonly Item[];

/** When the user last did something to alerts, by their ids. */
const acts = new Map<string, number>();

/** Called when the user does something to alerts, so that rows move. */
export function expectMoves(alerts: readonly Alert[]): void {
  for (const { alert_id } of alerts) acts.set(alert_id, Date.now());
}

/** Returns what a press on a button of an alert does. */
export type Aim = (id: string, act: () => void) => (press: Pick<MouseEvent, 'detail'>) => void;

/**
 * Keeps a press from an alert that was not under the pointer when it was aimed: changes by others move the rows, and nobody has
 * read what is new. Rows that move because of what users do themselves, with alerts or with filters, may be pressed at once.
 */
export function useAim(items: Items, folded: ReadonlySet<string>): Aim {
  const state = useRef({
    items,
    folded,
    address: address.value,
    /** The orders that were shown lately, and until when. */
    orders: [] as { readonly items: Items; readonly until: number }[],
    /** The alert whose button was pressed in vain. Who presses it once more has followed it. */
    refused: undefined as string | undefined,
  }).current;
  const { items: before } = state;
  const isRecent = ({ until }: { until: number }) => Date.now() - until <= SETTLED_MS;
  if (state.folded !== folded || state.address !== address.value) state.orders = [];
  else if (before !== items && before.length > 0)
    state.orders = [...state.orders.filter(isRecent), { items: before, until: Date.now() }];
  Object.assign(state, { items, folded, address: address.value });
  return (id, act) =>
    ({ detail }) => {
      // A double click is one act. The keyboard, whose clicks count as 0, acts on the row with the focus, wherever that is.
      if (detail > 1) return;
      // The rows may follow an act a while later.
      for (const [each, at] of acts) if (Date.now() - at > 2 * SETTLED_MS) acts.delete(each);
      const place = placeOf(id, state.items);
      const isMoved = state.orders.filter(isRecent).some((order) => placeOf(id, order.items) !== place);
      if (detail === 0 || !isMoved || acts.has(id) || state.refused === id) {
        state.refused = undefined;
        act();
      } else {
        state.refused = id;
        showDone('Nothing was done, as the rows have just moved. Press again.');
      }
    };
}

/** Returns how many rows of others are above that of an alert; -1 if it is not shown. */
function placeOf(id: string, items: Items): number {
  const index = items.findIndex(({ key }) => key === id);
  return index === -1
    ? -1
    : items.slice(0, index).filter(({ kind, key }) => kind === 'alert' && !acts.has(key)).length;
}
