import { useLayoutEffect, useRef } from 'preact/hooks';
import { hasNavigated } from '../address.js';

/** The number of characters of the heading that the title of the browser tab gets. */
const MAX_TITLE_LENGTH = 100;

/** The heading of a screen. It sets the title of the page, and takes the focus after navigation from another screen. */
export function Heading({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => void (document.title = `${text.slice(0, MAX_TITLE_LENGTH)} · Tocsin`), [text]);
  useLayoutEffect(() => {
    const isElsewhere = document.querySelector('main')?.contains(document.activeElement) !== true;
    if (hasNavigated.peek() && isElsewhere) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {text}
    </h1>
  );
}
