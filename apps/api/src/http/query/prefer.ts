const LONGEST_WAIT = 30;

/**
 * The seconds of `Prefer: wait=N` (RFC 7240), at most 30. `undefined` without one; a preference that cannot be read
 * is none, as the RFC has it.
 */
export function preferredWait(header: string | readonly string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const preferences = [header].flat().flatMap((line) => line.split(','));
  for (const preference of preferences) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;.*)?$/i.exec(preference)?.[1];
    // Of several, the first counts.
    if (seconds !== undefined) return Math.min(Number(seconds), LONGEST_WAIT);
  }
  return undefined;
}
