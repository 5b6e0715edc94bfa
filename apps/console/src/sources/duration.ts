const SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 };

/** Returns the milliseconds of a duration as the API writes it: `1h30m`. */
export function parseDuration(text: string): number {
  const parts = [...text.matchAll(/(?<!\d)(\d+)([dhms])/g)];
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (SECONDS[unit] ?? 0) * 1_000, 0);
}
