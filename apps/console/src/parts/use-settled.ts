import { useRef } from 'preact/hooks';

/** Milliseconds. Whoever has aimed at a button presses it within this time, also if it has changed meanwhile. */
export const SETTLED_MS = 1_000;

/** Returns what makes a button do nothing while the value has only just changed, such as to its opposite under the pointer. */
export function useSettled(value: unknown): (run: () => void) => () => void {
  const last = useRef({ value, at: 0 });
  if (last.current.value !== value) last.current = { value, at: Date.now() };
  return (run) => () => {
    if (Date.now() - last.current.at > SETTLED_MS) run();
  };
}
