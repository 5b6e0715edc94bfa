import { useLayoutEffect, useRef } from 'preact/hooks';
import { hasNavigated } from '../address.js';
import { pageTitle } from '../shell/tab-title.js';

/** The heading of a screen. It sets the title of the page, and takes the focus after navigation from another screen. */
export function Heading({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    pageTitle.value = text;
  }, [text]);
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
