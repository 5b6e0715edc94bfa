import { randomBytes } from 'node:crypto';

/** A placeholder in a body that is replaced by different digits in each request. */
export const UNIQUE_PLACEHOLDER = '%%%%%%%%%%%%%%%%';

const DIGITS = Buffer.from(randomBytes(1 << 20).toString('hex'));
const MAX_OFFSET = DIGITS.length - UNIQUE_PLACEHOLDER.length;
/** Coprime with `MAX_OFFSET`, so that two million requests pass before digits repeat. */
const STEP = 17;
let digitOffset = 0;

/**
 * Prepares a request whose placeholders are filled in for each use. Creating each request from scratch would cost the
 * generator as much CPU as the service needs to handle it.
 */
export function createRequestTemplate(template: Buffer): () => Buffer {
  const positions: number[] = [];
  for (
    let at = template.indexOf(UNIQUE_PLACEHOLDER);
    at >= 0;
    at = template.indexOf(UNIQUE_PLACEHOLDER, at + 1)
  )
    positions.push(at);
  if (positions.length === 0) return () => template;
  return () => {
    const request = Buffer.from(template);
    digitOffset = (digitOffset + STEP) % MAX_OFFSET;
    for (const at of positions)
      DIGITS.copy(request, at, digitOffset, digitOffset + UNIQUE_PLACEHOLDER.length);
    return request;
  };
}
