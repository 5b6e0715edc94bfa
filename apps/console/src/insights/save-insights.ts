import { saveFile, toCsvLine } from '../parts/save-file.js';
import { countOutsideWorkingHours } from './hours-of-week.js';
import type { Ranked } from './ranking.tsx';
import type { Totals } from './read-insights.js';

/** Saves all figures of the screen as CSV: one in each line, with that of the span before where there is one. */
export function saveInsights(
  days: number,
  totals: Totals,
  before: Totals | undefined,
  rankings: readonly (readonly [title: string, rows: readonly Ranked[] | undefined, ...rest: unknown[]])[],
): void {
  const figures: readonly (readonly [string, (of: Totals) => number | null])[] = [
    ['alerts', ({ alerts }) => alerts],
    ['only noise', ({ noise }) => noise],
    ['seconds to acknowledge, median', ({ acknowledge50 }) => acknowledge50],
    ['seconds to acknowledge, 90 %', ({ acknowledge90 }) => acknowledge90],
    ['seconds to resolve, median', ({ resolve50 }) => resolve50],
    ['seconds to resolve, 90 %', ({ resolve90 }) => resolve90],
    ['notifications', ({ told }) => told],
    ['notifications outside working hours', ({ toldOutside }) => countOutsideWorkingHours(toldOutside)],
    ['units', ({ units }) => units],
  ];
  const text = (value: number | null | undefined): string => String(value ?? '');
  saveFile(`insights-${days}d`, 'csv', [
    toCsvLine(['of', 'name', 'value', 'before']),
    ...figures.map(([name, get]) =>
      toCsvLine(['figures', name, text(get(totals)), before === undefined ? '' : text(get(before))]),
    ),
    ...rankings.flatMap(([title, rows]) =>
      (rows ?? []).map(({ name, count }) => toCsvLine([title.toLowerCase(), name, text(count), ''])),
    ),
  ]);
}
