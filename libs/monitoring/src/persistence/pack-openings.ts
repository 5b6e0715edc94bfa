import type { Opening } from '../processing/domain/flapping.js';

/**
 * Hexadecimal digits per opening. The first one says whether the key was flapping; the others are the time in
 * milliseconds.
 */
const DIGITS = 12;
const FLAPPING = '9';
const CALM = '1';

/** Returns the openings as hexadecimal text. */
export function packOpenings(openings: readonly Opening[]): string {
  return openings.map(packed).join('');
}

function packed({ at, flapping }: Opening): string {
  const time = at.getTime().toString(16);
  return (flapping ? FLAPPING : CALM) + time.padStart(DIGITS - 1, '0');
}

export function unpackOpenings(hex: string): Opening[] {
  return Array.from({ length: hex.length / DIGITS }, (_, index) => {
    const one = hex.slice(index * DIGITS, (index + 1) * DIGITS);
    return { at: new Date(Number.parseInt(one.slice(1), 16)), flapping: one[0] === FLAPPING };
  });
}
