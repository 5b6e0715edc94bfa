import { useLayoutEffect, useRef } from 'preact/hooks';
import { hasMoved } from '../address.js';

/** Characters of it that a tab of the browser is named by. */
const LONGEST = 100;

/** Of a screen: names the page. Who came from another screen goes on from here. */
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
