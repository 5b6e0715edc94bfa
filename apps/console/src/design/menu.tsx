import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Properties {
  /** What is in the button that opens the menu. */
  readonly button: ComponentChildren;
  /** The name of the button, if it has no text. */
  readonly label?: string;
  /** Classes of the button and of the menu: `up`, `from-start`. */
  readonly buttonClass?: string;
  readonly menuClass?: string;
  /** Buttons and links. */
  readonly children: ComponentChildren;
}

/** Pixels between the items and the edge of the window. */
const MARGIN_PX = 8;

/** Moves the items of an open menu into the window: on a phone there may be no room for them beside the button. */
function moveInside(items: HTMLElement): void {
  items.style.translate = '';
  const { left, right } = items.getBoundingClientRect();
  const room = document.documentElement.clientWidth - MARGIN_PX - right;
  const shift = left < MARGIN_PX ? MARGIN_PX - left : Math.min(0, room);
  items.style.translate = `${shift}px`;
}

/** A button that opens a list of actions. It closes after a choice, with Escape, and when the focus or the pointer leaves it. */
export function Menu({ button, label, buttonClass = 'button', menuClass = '', children }: Properties) {
  const menu = useRef<HTMLDetailsElement>(null);
  const items = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (menu.current?.contains(target as Node) === false) menu.current.open = false;
    };
    addEventListener('pointerdown', closeOutside);
    addEventListener('focusin', closeOutside);
    return () => {
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, []);
  const close = () => {
    if (menu.current === null) return;
    menu.current.open = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || menu.current?.open !== true) return;
    // Otherwise a dialog around it closes as well.
    event.preventDefault();
    close();
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={menu}
      class={`menu ${menuClass}`}
      onKeyDown={onKeyDown}
      onToggle={() => {
        setOpen(menu.current?.open === true);
        if (menu.current?.open === true && items.current !== null) moveInside(items.current);
      }}
    >
      {/* Before it opens, so that the next press of Tab finds what is in it. */}
      <summary class={buttonClass} aria-label={label} onClick={() => setOpen(true)}>
        {button}
      </summary>
      <div
        ref={items}
        class="menu-items"
        onClick={({ target }) => {
          if ((target as Element).closest('button, a') !== null) close();
        }}
      >
        {isOpen ? children : null}
      </div>
    </details>
  );
}
