const UNIT_SECONDS = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;
const DURATION_PATTERN = /^(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/;

/** What {@link parseDuration} reads, for JSON Schema. The fields have a maximum length of their own. */
export const DURATION_SCHEMA_PATTERN = String.raw`^(?=\d)(\d+d)?(\d+h)?(\d+m)?(\d+s)?$`;

/** Parses a duration like `90s`, `5m` or `1h30m` to seconds. Returns `undefined` for any other text. */
export function parseDuration(text: string): number | undefined {
  const match = text === '' ? null : DURATION_PATTERN.exec(text);
  if (match === null) return undefined;
  return Object.values(UNIT_SECONDS).reduce((sum, unit, at) => sum + unit * Number(match[at + 1] ?? 0), 0);
}

/** Formats seconds in the canonical form: the units that are not 0, from the largest to the smallest. */
export function formatDuration(seconds: number): string {
  let remaining = seconds;
  let text = '';
  for (const [name, unit] of Object.entries(UNIT_SECONDS)) {
    const count = Math.floor(remaining / unit);
    if (count > 0) text += `${count}${name}`;
    remaining -= count * unit;
  }
  return text || '0s';
}
