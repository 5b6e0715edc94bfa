import type { FlapSettings } from '../../webhooks/domain/webhook-settings.js';

export interface Opening {
  readonly at: Date;
  /** Whether the key was flapping after this opening. */
  readonly flapping: boolean;
}

/**
 * Adds an opening to the recent openings of a key. Keeps only as many as are needed to detect flapping. A key stops flapping when
 * it has opened no alert for a whole window.
 */
export function addOpening(
  openings: readonly Opening[],
  at: Date,
  terms: FlapSettings | null,
): readonly Opening[] {
  if (terms === null) return [];
  const recent = openings.filter((each) => isWithinWindow(each, at, terms)).slice(1 - terms.count);
  const flapping = isFlapping(recent) || recent.length + 1 >= terms.count;
  return [...recent, { at, flapping }];
}

export function isFlapping(openings: readonly Opening[]): boolean {
  return openings.at(-1)?.flapping === true;
}

/** Returns when a key that is flapping is calm, if it opens no further alert; `null` if it is not flapping. */
export function findCalm(openings: readonly Opening[], at: Date, terms: FlapSettings | null): Date | null {
  const last = openings.at(-1);
  if (terms === null || last?.flapping !== true || !isWithinWindow(last, at, terms)) return null;
  return new Date(last.at.getTime() + terms.window * 1000);
}

function isWithinWindow(opening: Opening, at: Date, { window }: FlapSettings): boolean {
  return at.getTime() - opening.at.getTime() <= window * 1000;
}
