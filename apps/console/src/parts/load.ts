import { signal, type Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { explain } from '../connection.js';

export interface Loaded<Value> {
  readonly value: Signal<Value | undefined>;
  /** Why it could not be read, in words. */
  readonly failure: Signal<string | undefined>;
  readonly again: () => void;
}

/**
 * Reads something when a part of the page appears and whenever `key` changes; what is under way is given up then.
 * @param every milliseconds after which it is read again
 */
export function useLoaded<Value>(
  key: string,
  read: (signal: AbortSignal) => Promise<Value>,
  every?: number,
): Loaded<Value> {
  const [state] = useState(() => ({
    value: signal<Value | undefined>(undefined),
    failure: signal<string | undefined>(undefined),
    round: signal(0),
  }));
  const { value, failure, round } = state;
  const rounds = round.value;
  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      try {
        value.value = await read(controller.signal);
        failure.value = undefined;
      } catch (error) {
        if (!controller.signal.aborted) failure.value = explain(error);
      }
    };
    void load();
    const timer =
      every === undefined
        ? undefined
        : setInterval(() => document.visibilityState === 'visible' && void load(), every);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [key, rounds]);
  return { value, failure, again: () => (round.value += 1) };
}
