import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';

interface Preview<Result> {
  readonly result: Result | undefined;
  /** Computes it; resolves when it is there or was stopped. */
  readonly run: (ask: (signal: AbortSignal) => Promise<Result>) => Promise<void>;
  /** That it is being computed, with a way to stop it. */
  readonly progress: JSX.Element | null;
}

/** What a draft would have done. The service stops to compute when somebody stops it or leaves the page. */
export function usePreview<Result>(): Preview<Result> {
  const [result, show] = useState<Result | undefined>(undefined);
  const [isRunning, setRunning] = useState(false);
  const request = useRef<AbortController | undefined>(undefined);
  const stop = () => request.current?.abort();
  useEffect(() => stop, []);
  const run = async (ask: (signal: AbortSignal) => Promise<Result>) => {
    const controller = new AbortController();
    request.current = controller;
    show(undefined);
    setRunning(true);
    try {
      show(await ask(controller.signal));
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      setRunning(false);
    }
  };
  const progress = isRunning ? (
    <p class="bar">
      <progress aria-label="Preview" />
      <button type="button" onClick={stop}>
        Stop
      </button>
    </p>
  ) : null;
  return { result, run, progress };
}
