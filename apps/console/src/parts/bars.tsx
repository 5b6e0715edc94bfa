import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatCount } from '../format.js';
import { SEVERITIES, type Severity } from '../severity.js';
import { DAY_SECONDS, formatBarTime, labelTicks } from './bar-times.js';

export interface Bar {
  /** The beginning of the bar, in seconds since 1970. */
  readonly time: number;
  readonly count: number;
  /** How the count is divided, so that the bar is drawn in the colours of severities. */
  readonly severities?: Readonly<Partial<Record<Severity, number>>>;
}

interface Properties {
  readonly bars: readonly Bar[];
  /** The width of a bar in seconds. */
  readonly step: number;
  /** The description of the chart for screen readers. */
  readonly label: string;
  /** Pixels. */
  readonly height?: number;
  /** Called with a span that the user has selected by dragging, in seconds since 1970. */
  readonly onZoom?: (from: number, to: number) => void;
}

const HEIGHT = 160;

/** Distances of the lines of a chart: whole numbers, because records are counted. */
const COUNT_STEPS = [0, 1, 2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));

/** The colour of each part of a bar, from its top down: what is drawn later lies in front. */
const PARTS: readonly (readonly [Severity, string])[] = [
  ['NONE', '--edge'],
  ['NOT_AVAILABLE', '--edge'],
  ['INFO', '--info-fill'],
  ['WARNING', '--warning-fill'],
  ['ERROR', '--error-fill'],
  ['CRITICAL', '--critical-fill'],
];

/** A bar chart of counts over time, by severity where it is known. The values of a bar are shown when the pointer is on it. */
export function Bars({ bars, step, label, height = HEIGHT, onZoom }: Properties) {
  const container = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const zoom = useRef(onZoom);
  zoom.current = onZoom;
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const style = getComputedStyle(element);
    // Functions, because each drawing must read the colours again: the system may have switched to dark mode.
    const colour = (name: string) => () => style.getPropertyValue(name);
    const axis = {
      stroke: colour('--ink-2'),
      font: `12px ${style.fontFamily}`,
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
    };
    const series = seriesOf(bars);
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: {
          y: false,
          points: { show: false },
          drag: { x: zoom.current !== undefined, y: false, setScale: false },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: step >= DAY_SECONDS ? 28 : 42,
            ...(step >= DAY_SECONDS && { incrs: [1, 2, 3, 5, 7, 14, 30].map((days) => days * DAY_SECONDS) }),
            values: (_, ticks) => labelTicks(ticks, step) as string[],
          },
          { ...axis, size: 44, space: 24, incrs: COUNT_STEPS },
        ],
        // Days are counted in UTC.
        ...(step >= DAY_SECONDS && { tzDate: (at: number) => uPlot.tzDate(new Date(at * 1_000), 'Etc/UTC') }),
        scales: {
          x: { range: (_, first, last) => [first, last + step] },
          y: { range: (_, __, most) => [0, Math.max(1, most)] },
        },
        series: [
          {},
          ...series.map(({ token }) => ({
            fill: colour(token),
            stroke: colour(token),
            width: 0,
            paths: uPlot.paths.bars?.({ size: [0.8, 40], align: 1 }),
            points: { show: false },
          })),
        ],
        hooks: {
          setSelect: [
            ({ select, posToVal }) => {
              if (select.width > 3)
                zoom.current?.(posToVal(select.left, 'x'), posToVal(select.left + select.width, 'x'));
            },
          ],
          setCursor: [
            ({ cursor, posToVal, over }) => {
              // The bar under the pointer, not the one whose beginning is nearest.
              const at = (cursor.left ?? -1) < 0 ? undefined : posToVal(cursor.left ?? 0, 'x');
              const bar = bars.findLast(({ time }) => at !== undefined && time <= at);
              showTip(tip.current, bar, step, (cursor.left ?? 0) / over.clientWidth);
            },
          ],
        },
      } as uPlot.Options,
      [bars.map(({ time }) => time), ...series.map(({ values }) => values)],
      element,
    );
    const resizeObserver = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    resizeObserver.observe(element);
    const darkMode = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => chart.redraw();
    darkMode.addEventListener('change', redraw);
    return () => {
      resizeObserver.disconnect();
      darkMode.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, [bars, step]);
  return (
    <div class="chart" style={{ minHeight: `${height}px` }}>
      <div ref={container} class={onZoom === undefined ? '' : 'zoomable'} role="img" aria-label={label} />
      <div ref={tip} class="chart-tip" hidden aria-hidden="true" />
    </div>
  );
}

interface Series {
  readonly token: string;
  readonly values: number[];
}

/** Returns what is drawn one over the other: the sums of a part and of all that lie in front of it. */
function seriesOf(bars: readonly Bar[]): readonly Series[] {
  if (bars.every(({ severities }) => severities === undefined))
    return [{ token: '--accent', values: bars.map(({ count }) => count) }];
  return PARTS.map(([, token], index) => ({
    token,
    values: bars.map(({ severities = {} }) =>
      PARTS.slice(index).reduce((sum, [severity]) => sum + (severities[severity] ?? 0), 0),
    ),
  }));
}

/** Shows the values of a bar. Built once for each movement of the pointer, and so without rendering the component again. */
function showTip(tip: HTMLDivElement | null, bar: Bar | undefined, step: number, share: number): void {
  if (tip === null) return;
  tip.hidden = bar === undefined;
  if (bar === undefined) return;
  const counts = SEVERITIES.flatMap((severity) => {
    const count = bar.severities?.[severity] ?? 0;
    return count === 0 ? [] : [`${formatCount(count)} ${severity.replace('_', ' ').toLowerCase()}`];
  });
  tip.replaceChildren(
    ...[formatBarTime(bar.time, step), counts.join(', ') || formatCount(bar.count)].map((text) =>
      Object.assign(document.createElement('div'), { textContent: text }),
    ),
  );
  // On the other side of the pointer in the right half, so that it stays within the chart.
  tip.style.setProperty('left', share < 0.5 ? `${share * 100}%` : '');
  tip.style.setProperty('right', share < 0.5 ? '' : `${(1 - share) * 100}%`);
}
