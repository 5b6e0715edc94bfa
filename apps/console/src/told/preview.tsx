import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { linkTo } from '../address.js';
import { formatCount } from '../format.js';
import { Bars } from '../parts/bars.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Time } from '../parts/time.tsx';
import { SEVERITIES, type Severity } from '../severity.js';

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
      <button type="button" class="small" onClick={stop}>
        Stop
      </button>
    </p>
  ) : null;
  return { result, run, progress };
}

const DAY_SECONDS = 86_400;

interface Properties {
  readonly preview: Pick<Schemas['SilencePreview'], 'by_severity' | 'first' | 'days' | 'to'>;
  readonly days: number;
  /** What the numbers mean, in a sentence. */
  readonly children: ComponentChildren;
}

/** What a draft would have done in the last days, as a chart with numbers. */
export function PreviewChart({
  preview: { by_severity, first, days: counts, to },
  days,
  children,
}: Properties) {
  const bars = useMemo(() => countDays(counts, to, days), [counts]);
  return (
    <section class="card" aria-label="Preview result" ref={scrollTo}>
      <p role="status">
        <strong>{children}</strong>
      </p>
      {counts.length === 0 ? null : (
        <Bars bars={bars} step={DAY_SECONDS} label={`Each of the last ${days} days`} />
      )}
      <p class="bar">
        {SEVERITIES.filter((severity) => (by_severity[severity] ?? 0) > 0).map((severity) => (
          <span key={severity} class="bar">
            <SeverityMark severity={severity} />
            <span class="figure">{formatCount(by_severity[severity] ?? 0)}</span>
          </span>
        ))}
      </p>
      {first.length === 0 ? null : (
        <details>
          <summary>The oldest of them</summary>
          <AlertLines
            alerts={first.map(({ alert_id, title, severity, changed_at }) => ({
              ...{ alert_id, title, at: changed_at, severity: severity as Severity },
            }))}
          />
        </details>
      )}
    </section>
  );
}

/** Returns the bars of all days, also of those without a change. */
function countDays(counts: Properties['preview']['days'], to: string, days: number) {
  const byDay = new Map(counts.map(({ day, count }) => [day, count]));
  const today = Math.floor(Date.parse(to) / 1_000 / DAY_SECONDS) * DAY_SECONDS;
  return Array.from({ length: days + 1 }, (_, at) => {
    const time = today - (days - at) * DAY_SECONDS;
    return { time, count: byDay.get(new Date(time * 1_000).toISOString().slice(0, 10)) ?? 0 };
  });
}

/** Brings a result into sight once, as it appears below the form. */
const scrollTo = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

interface LinesProperties {
  readonly alerts: readonly {
    readonly alert_id: string;
    readonly title: string;
    readonly severity: Severity;
    readonly at: string;
  }[];
}

/** Alerts as short lines with links. */
export function AlertLines({ alerts }: LinesProperties) {
  return (
    <ul class="lines">
      {alerts.map(({ alert_id, title, severity, at }, index) => (
        <li key={index}>
          <SeverityMark severity={severity} />
          <a href={linkTo('alert', alert_id)} dir="auto">
            {title.slice(0, 200)}
          </a>
          <small>
            <Time at={at} />
          </small>
        </li>
      ))}
    </ul>
  );
}
