import { signal, type Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { explain, isPassing } from '../connection.js';

/** Milliseconds. */
const RETRY_EVERY = 3_000;
const TIMEOUT = 30_000;

export interface Loaded<Value> {
  readonly value: Signal<Value | undefined>;
  /** Why the value could not be read, as text for the user. */
  readonly failure: Signal<string | undefined>;
  /** When the value was requested, in milliseconds since 1970; 0: never. */
  readonly readAt: Signal<number>;
  readonly again: () => void;
}

/**
 * Loads a value when the component is mounted and whenever `key` changes, which aborts a load in progress. Temporary failures
 * are retried.
 * @param every milliseconds after which the value is loaded again; default: never
 */
export function useLoaded<Value>(
  key: string,
  read: (signal: AbortSignal) => Promise<Value>,
  every?: number,
): Loaded<Value> {
  const [state] = useState(() => ({
    value: signal<Value | undefined>(undefined),
    failure: signal<string | undefined>(undefined),
    readAt: signal(0),
    round: signal(0),
  }));
  const { value, failure, readAt, round } = state;
  const rounds = round.value;
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      let next = every;
      const asked = Date.now();
      try {
        const found = await read(AbortSignal.any([controller.signal, AbortSignal.timeout(TIMEOUT)]));
        if (controller.signal.aborted) return;
        value.value = found;
        failure.value = undefined;
        readAt.value = asked;
      } catch (error) {
        if (controller.signal.aborted) return;
        const why = explain(error);
        const isRepeated = every !== undefined || isPassing(error);
        failure.value = why === undefined || !isRepeated ? why : `${why.replace(/\.?$/, '.')} Trying again …`;
        if (isRepeated) next ??= RETRY_EVERY;
      }
      if (next !== undefined) schedule(next);
    };
    const schedule = (after: number): void => {
      timer = setTimeout(
        () => void (document.visibilityState === 'visible' ? load() : schedule(after)),
        after,
      );
    };
    void load();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [key, rounds]);
  return { value, failure, readAt, again: () => (round.value += 1) };
}
