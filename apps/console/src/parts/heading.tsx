import { useLayoutEffect, useRef } from 'preact/hooks';
import { hasMoved } from '../address.js';

/** The number of characters of the heading that the title of the browser tab gets. */
const LONGEST = 100;

/** The heading of a screen. It sets the title of the page, and takes the focus after navigation from another screen. */
export function Heading({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => void (document.title = `${text.slice(0, LONGEST)} · Tocsin`), [text]);
  useLayoutEffect(() => {
    const isElsewhere = document.querySelector('main')?.contains(document.activeElement) !== true;
    if (hasMoved.peek() && isElsewhere) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {text}
    </h1>
  );
}
