import { randomBytes } from 'node:crypto';

/** Stands in a body for digits that are other ones in each request. */
export const UNIQUE = '%%%%%%%%%%%%%%%%';

const DIGITS = Buffer.from(randomBytes(1 << 20).toString('hex'));
const LAST = DIGITS.length - UNIQUE.length;
/** Shares no divisor with `LAST`: two million requests pass before any digits come again. */
const STEP = 17;
let drawn = 0;

/**
 * A request that was written before, each time with digits of its own: making each one anew would take the generator as
 * long as the service needs to answer it.
 */
export function requestTemplate(written: Buffer): () => Buffer {
  const places: number[] = [];
  for (let at = written.indexOf(UNIQUE); at >= 0; at = written.indexOf(UNIQUE, at + 1)) places.push(at);
  if (places.length === 0) return () => written;
  return () => {
    const request = Buffer.from(written);
    drawn = (drawn + STEP) % LAST;
    for (const at of places) DIGITS.copy(request, at, drawn, drawn + UNIQUE.length);
    return request;
  };
}
