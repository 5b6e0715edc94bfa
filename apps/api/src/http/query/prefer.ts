const MAX_WAIT_SECONDS = 30;

/**
 * Returns the seconds of `Prefer: wait=N` (RFC 7240), at most 30; `undefined` if there is none. Malformed preferences are
 * ignored, as the RFC requires.
 */
export function parsePreferWait(header: string | readonly string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const preferences = [header].flat().flatMap((line) => line.split(','));
  for (const preference of preferences) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;.*)?$/i.exec(preference)?.[1];
    // If there are several, the first one counts.
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_SECONDS);
  }
  return undefined;
}
