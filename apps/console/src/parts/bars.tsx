import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

interface Properties {
  /** `time` is the beginning of a bar, in seconds since 1970. */
  readonly bars: readonly { readonly time: number; readonly count: number }[];
  /** The width of a bar in seconds. */
  readonly step: number;
  /** The description of the chart for screen readers. */
  readonly label: string;
  /** Called with a span that the user has selected by dragging, in seconds since 1970. */
  readonly onZoom?: (from: number, to: number) => void;
}

const HEIGHT = 120;

/** A bar chart of counts over time. */
export function Bars({ bars, step, label, onZoom }: Properties) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const style = getComputedStyle(element);
    // Functions, because each drawing must read the colours again: the system may have switched to dark mode.
    const [ink, faint, fill] = ['--ink-2', '--line', '--accent'].map(
      (name) => () => style.getPropertyValue(name),
    );
    const axis = {
      stroke: ink,
      font: `12px ${style.fontFamily}`,
      grid: { stroke: faint, width: 1 },
      ticks: { show: false },
    };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: onZoom !== undefined, y: false, setScale: false } },
        axes: [axis, { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 1e4, 1e5, 1e6] }],
        scales: {
          x: { range: (_, first, last) => [first, last + step] },
          y: { range: (_, __, most) => [0, Math.max(1, most)] },
        },
        series: [
          {},
          {
            fill,
            stroke: fill,
            paths: uPlot.paths.bars?.({ size: [0.8, 40], align: 1 }),
            points: { show: false },
          },
        ],
        hooks: {
          setSelect: [
            ({ select, posToVal }) => {
              if (select.width > 3)
                onZoom?.(posToVal(select.left, 'x'), posToVal(select.left + select.width, 'x'));
            },
          ],
        },
      } as uPlot.Options,
      [bars.map(({ time }) => time), bars.map(({ count }) => count)],
      element,
    );
    const resizeObserver = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    resizeObserver.observe(element);
    const darkMode = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => chart.redraw();
    darkMode.addEventListener('change', redraw);
    return () => {
      resizeObserver.disconnect();
      darkMode.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, [bars]);
  return <div ref={container} class="bars" role="img" aria-label={label} />;
}
