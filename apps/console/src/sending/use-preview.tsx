import type { JSX, ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { formatCount } from '../format.js';
import { Json } from '../parts/json.tsx';

interface Preview<Result> {
  readonly result: Result | undefined;
  /** Computes the preview. Resolves when it is computed or was stopped. */
  readonly run: (loadPreview: (signal: AbortSignal) => Promise<Result>) => Promise<void>;
  /** A notice while the preview is computed, with a button to stop it. */
  readonly progress: JSX.Element | null;
}

/** Computes what a draft would have done. The service cancels the computation if the user stops it or leaves the page. */
export function usePreview<Result>(): Preview<Result> {
  const [result, setResult] = useState<Result | undefined>(undefined);
  const [isRunning, setRunning] = useState(false);
  const request = useRef<AbortController | undefined>(undefined);
  const stop = () => request.current?.abort();
  useEffect(() => stop, []);
  const run = async (loadPreview: (signal: AbortSignal) => Promise<Result>) => {
    const controller = new AbortController();
    request.current = controller;
    setResult(undefined);
    setRunning(true);
    try {
      setResult(await loadPreview(controller.signal));
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

/** The result of a preview: what a draft would have done. */
export function PreviewResult({
  preview,
  children,
}: {
  readonly preview: Pick<Schemas['SilencePreview'], 'by_severity' | 'first'>;
  readonly children: ComponentChildren;
}) {
  const severities = Object.entries(preview.by_severity).filter(([, count]) => count > 0);
  return (
    <section role="region" aria-label="Preview result">
      <p role="status">{children}</p>
      <p>{severities.map(([severity, count]) => `${severity} ${formatCount(count)}`).join(', ')}</p>
      {preview.first.length === 0 ? null : (
        <details>
          <summary>Oldest changes</summary>
          <Json value={preview.first} label="Oldest changes" />
        </details>
      )}
    </section>
  );
}
