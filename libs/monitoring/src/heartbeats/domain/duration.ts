const UNITS = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;
const FORM = /^(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/;

/** Parses a duration like `90s`, `5m` or `1h30m` to seconds. Returns `undefined` for any other text. */
export function secondsOf(text: string): number | undefined {
  const match = text === '' ? null : FORM.exec(text);
  if (match === null) return undefined;
  return Object.values(UNITS).reduce((sum, unit, at) => sum + unit * Number(match[at + 1] ?? 0), 0);
}

/** Formats seconds in the canonical form: the units that are not 0, from the largest to the smallest. */
export function durationOf(seconds: number): string {
  let rest = seconds;
  let text = '';
  for (const [name, unit] of Object.entries(UNITS)) {
    const count = Math.floor(rest / unit);
    if (count > 0) text += `${count}${name}`;
    rest -= count * unit;
  }
  return text || '0s';
}
