import { randomBytes } from 'node:crypto';

/** A placeholder in a body that is replaced by different digits in each request. */
export const UNIQUE = '%%%%%%%%%%%%%%%%';

const DIGITS = Buffer.from(randomBytes(1 << 20).toString('hex'));
const LAST = DIGITS.length - UNIQUE.length;
/** Coprime with `LAST`, so that two million requests pass before digits repeat. */
const STEP = 17;
let drawn = 0;

/**
 * Prepares a request whose placeholders are filled in for each use. Creating each request from scratch would cost the
 * generator as much CPU as the service needs to handle it.
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
