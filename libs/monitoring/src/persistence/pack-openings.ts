import type { Opening } from '../processing/domain/flapping.js';

/** Of each opening: the time in milliseconds, but for the first digit, which tells whether the key was flapping. */
const DIGITS = 12;
const FLAPPING = '9';
const CALM = '1';

/** In hexadecimal. */
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
