import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

interface Properties<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ComponentChildren;
  readonly label: string;
}

/** Assumed height of a row in pixels, until it is measured. */
const ROW_HEIGHT_PX = 64;

/** A list that renders only its visible rows: ten thousand rows cost as much as thirty. */
export function VirtualList<Item>({ items, keyOf, children, label }: Properties<Item>) {
  const container = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const options = {
    count: items.length,
    getScrollElement: () => container.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 6,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    <div ref={container} class="virtual" tabIndex={0} role="region" aria-label={label}>
      <ul style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {virtualizer.getVirtualItems().map((row: VirtualItem) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <li
              key={row.key}
              data-index={row.index}
              ref={(element) => virtualizer.measureElement(element)}
              style={{ transform: `translateY(${row.start}px)` }}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
            >
              {children(item)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
