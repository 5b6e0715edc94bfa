import { signal, type Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { serverNow } from '../clock.js';
import { explainError, isTemporary } from '../connection.js';

/** Milliseconds. */
const RETRY_MS = 3_000;
const TIMEOUT_MS = 30_000;

export interface Loaded<Value> {
  readonly value: Signal<Value | undefined>;
  /** Why the value could not be read, as text for the user. */
  readonly failure: Signal<string | undefined>;
  /** When the value was requested, in milliseconds since 1970; 0: never. */
  readonly readAt: Signal<number>;
  readonly reload: () => void;
}

/**
 * Loads a value when the component is mounted and whenever `key` changes, which aborts a load in progress. Temporary failures
 * are retried.
 * @param intervalMs milliseconds after which the value is loaded again; default: never
 */
export function useLoaded<Value>(
  key: string,
  read: (signal: AbortSignal) => Promise<Value>,
  intervalMs?: number,
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
      let next = intervalMs;
      const startedAt = serverNow();
      try {
        const found = await read(AbortSignal.any([controller.signal, AbortSignal.timeout(TIMEOUT_MS)]));
        if (controller.signal.aborted) return;
        value.value = found;
        failure.value = undefined;
        readAt.value = startedAt;
      } catch (error) {
        if (controller.signal.aborted) return;
        const message = explainError(error);
        const isRetried = intervalMs !== undefined || isTemporary(error);
        failure.value =
          message === undefined || !isRetried ? message : `${message.replace(/\.?$/, '.')} Trying again …`;
        if (isRetried) next ??= RETRY_MS;
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
  return { value, failure, readAt, reload: () => (round.value += 1) };
}
