import { signal, type Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { explain, isPassing } from '../connection.js';

/** Milliseconds. */
const RETRY_EVERY = 3_000;
const TIMEOUT = 30_000;

export interface Loaded<Value> {
  readonly value: Signal<Value | undefined>;
  /** Why it could not be read, in words. */
  readonly failure: Signal<string | undefined>;
  /** When the value was asked for. Milliseconds; 0: never. */
  readonly readAt: Signal<number>;
  readonly again: () => void;
}

/**
 * Reads something when a part of the page appears and whenever `key` changes; what is under way is given up then. What
 * failed and may succeed later is tried again.
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
