import type { Opening } from '../domain/flapping.js';

/**
 * Hexadecimal digits per opening. The first one says whether the key was flapping; the others are the time in
 * milliseconds.
 */
const OPENING_DIGITS = 12;
const FLAPPING = '9';
const NOT_FLAPPING = '1';

/** Returns the openings as hexadecimal text. */
export function packOpenings(openings: readonly Opening[]): string {
  return openings.map(packOpening).join('');
}

function packOpening({ at, flapping }: Opening): string {
  const time = at.getTime().toString(16);
  return (flapping ? FLAPPING : NOT_FLAPPING) + time.padStart(OPENING_DIGITS - 1, '0');
}

export function unpackOpenings(hex: string): Opening[] {
  return Array.from({ length: hex.length / OPENING_DIGITS }, (_, index) => {
    const digits = hex.slice(index * OPENING_DIGITS, (index + 1) * OPENING_DIGITS);
    return { at: new Date(Number.parseInt(digits.slice(1), 16)), flapping: digits[0] === FLAPPING };
  });
}
