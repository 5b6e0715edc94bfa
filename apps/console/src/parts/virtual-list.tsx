import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { RowOffsets } from './row-offsets.js';

/** Moves the focus in a list, to rows that may not be rendered yet. */
export interface ListHandle {
  /** Scrolls to a row, and focuses its first link or button. */
  focus(index: number): void;
  /** Returns the position of the row with the focus; `undefined` if it is elsewhere. */
  findFocus(): number | undefined;
}

interface Properties<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ComponentChildren;
  readonly label: string;
  readonly handle?: { current: ListHandle | null };
  /** Called with the rows that are rendered. */
  readonly onShow?: (items: readonly Item[]) => void;
}

/** Assumed height of a row in pixels, until it is measured. */
const ROW_HEIGHT_PX = 58;
/** Rendered above and below what is in sight, in pixels, so that scrolling shows no gaps. */
const OVERSCAN_PX = 350;

/** A list that renders only its visible rows: ten thousand rows cost as much as thirty. */
export function VirtualList<Item>({ items, keyOf, children, label, handle, onShow }: Properties<Item>) {
  const container = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [offsets] = useState(() => new RowOffsets(ROW_HEIGHT_PX));
  offsets.update(useMemo(() => items.map(keyOf), [items]));
  useEffect(() => {
    const observer = new ResizeObserver(() => redraw(undefined));
    if (container.current !== null) observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  // Measured before the browser paints, so that rows are never seen one over the other.
  const measure = () => {
    if (offsets.measure(measureRows(container.current))) redraw(undefined);
  };
  useLayoutEffect(measure);
  // A row also grows without the list, such as by what is known of its alert a moment later.
  const [rowObserver] = useState(() => new ResizeObserver(measure));
  const [watchRow] = useState(() => (row: HTMLElement | null) => {
    if (row !== null) rowObserver.observe(row);
  });
  useEffect(() => () => rowObserver.disconnect(), []);
  const { scrollTop = 0, clientHeight = 0 } = container.current ?? {};
  const height = clientHeight === 0 ? innerHeight : clientHeight;
  const [from, to] = offsets.find(scrollTop - OVERSCAN_PX, scrollTop + height + OVERSCAN_PX);
  const rows = items.slice(from, to);
  useEffect(() => onShow?.(rows));
  const rendered = useRendered(rows, children);
  if (handle !== undefined) handle.current = handleOf(container, offsets);
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    <div
      ref={container}
      class="virtual"
      tabIndex={0}
      role="region"
      aria-label={label}
      onScroll={() => redraw(undefined)}
    >
      <ul style={{ height: `${offsets.total}px` }}>
        {rows.map((item, index) => (
          <li
            key={keyOf(item)}
            ref={watchRow}
            data-key={keyOf(item)}
            data-index={from + index}
            style={{ transform: `translateY(${offsets.startOf(from + index)}px)` }}
            aria-setsize={items.length}
            aria-posinset={from + index + 1}
          >
            {rendered.get(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders rows only once while the list is scrolled: the same element again is not compared with the page. */
function useRendered<Item>(
  rows: readonly Item[],
  render: (item: Item) => ComponentChildren,
): ReadonlyMap<Item, ComponentChildren> {
  const last = useRef({ render, rendered: new Map<Item, ComponentChildren>() });
  const known = last.current.render === render ? last.current.rendered : undefined;
  const rendered = new Map(rows.map((item) => [item, known?.get(item) ?? render(item)]));
  last.current = { render, rendered };
  return rendered;
}

function measureRows(list: HTMLElement | null): ReadonlyMap<string, number> {
  const rows = list?.querySelectorAll<HTMLElement>('[data-key]') ?? [];
  return new Map([...rows].map((row) => [row.dataset['key'] ?? '', row.offsetHeight]));
}

function handleOf(container: { readonly current: HTMLElement | null }, offsets: RowOffsets): ListHandle {
  return {
    focus(index) {
      const list = container.current;
      if (list === null) return;
      const [start, end] = [offsets.startOf(index), offsets.endOf(index)];
      if (start < list.scrollTop) list.scrollTop = start;
      else if (end > list.scrollTop + list.clientHeight) list.scrollTop = end - list.clientHeight;
      // The row is rendered after the list has scrolled.
      const focusRow = (triesLeft: number) => {
        const target = list.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`);
        if (target !== null) target.focus({ preventScroll: true });
        else if (triesLeft > 0) requestAnimationFrame(() => focusRow(triesLeft - 1));
      };
      focusRow(10);
    },
    findFocus() {
      const { activeElement } = document;
      const row = container.current?.contains(activeElement) ? activeElement?.closest('[data-index]') : null;
      return row ? Number(row.getAttribute('data-index')) : undefined;
    },
  };
}
