let last = Number.NaN;
let text = '';

/**
 * The time as in JSON (ISO 8601, UTC, milliseconds). Remembers the last one: of what a busy process does, dozens of
 * things happen in the same millisecond, and writing a time down costs as much as the rest of a short answer.
 */
export function timeText(time: Date): string {
  const milliseconds = time.getTime();
  if (milliseconds !== last) {
    text = time.toISOString();
    last = milliseconds;
  }
  return text;
}
