export interface Bucket {
  readonly at: string;
  readonly count: number;
}

const STEPS = { hour: 3_600_000, day: 86_400_000 } as const;
export type Step = keyof typeof STEPS;
export const DATE_FORMATS: Readonly<Record<Step, string>> = { hour: '%Y-%m-%dT%H:00Z', day: '%Y-%m-%d' };

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Returns the count of every hour or day from `from` to `to`, including those without events. */
export function fillBuckets(
  counts: ReadonlyMap<string, number>,
  step: Step,
  from: number,
  to: number,
): readonly Bucket[] {
  const size = STEPS[step];
  const first = Math.floor(from / size) * size;
  return Array.from({ length: Math.floor((to - first) / size) + 1 }, (_, index) => {
    const iso = new Date(first + index * size).toISOString();
    const at = step === 'day' ? iso.slice(0, 10) : `${iso.slice(0, 13)}:00Z`;
    return { at, count: counts.get(at) ?? 0 };
  });
}

/** Draws a bar for each bucket; the longest has `width` characters. */
export function drawChart(buckets: readonly Bucket[], width: number): string {
  const maxCount = Math.max(1, ...buckets.map(({ count }) => count));
  const digits = String(maxCount).length;
  return buckets
    .map(({ at, count }) =>
      `${at} ${String(count).padStart(digits)} ${drawBar((count / maxCount) * width)}`.trimEnd(),
    )
    .join('\n');
}

function drawBar(length: number): string {
  const eighths = Math.ceil(length * 8);
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}
