import { hash, randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_LENGTH = 32;
/** Bytes from this value on are discarded. They would make the first characters of the alphabet more likely. */
const UNBIASED_LIMIT = 256 - (256 % BASE62.length);

export function generateAccessKey(): string {
  let key = '';
  while (key.length < KEY_LENGTH) {
    for (const byte of randomBytes(KEY_LENGTH)) {
      if (byte < UNBIASED_LIMIT && key.length < KEY_LENGTH) key += BASE62[byte % BASE62.length];
    }
  }
  return key;
}

/** A key that a caller gives has at least 128 bits, also if it has hexadecimal digits only. */
export const GIVEN_KEY_PATTERN = /^[0-9A-Za-z]{32,64}$/;
/** Random texts of the fewest characters have more, except one in ten million. */
const MIN_DIFFERENT = 8;
/** Fewer base62 characters have less than 128 bits, however often they are repeated. */
const MIN_PERIOD = 22;

/** Returns why a key that a caller gives may be guessed, as the rest of a sentence; `undefined` if it looks random. */
export function findKeyProblem(given: unknown): string | undefined {
  if (typeof given !== 'string' || !GIVEN_KEY_PATTERN.test(given))
    return 'must be 32 to 64 characters of A-Z a-z 0-9';
  return hasFewValues(given) || findPeriod(given) < MIN_PERIOD
    ? 'is easy to guess: give a random one'
    : undefined;
}

/** Returns the number of characters after which a text repeats itself. */
const findPeriod = (text: string): number => (text + text).indexOf(text, 1);

/** Whether a text or some bytes have so few different values that they cannot be random. */
export const hasFewValues = (secret: Iterable<unknown>): boolean => new Set(secret).size < MIN_DIFFERENT;

/** Returns the SHA-256 by which keys are compared and searched. 190 random bits need no salt. */
export function hashAccessKey(accessKey: string): Buffer {
  return hash('sha256', accessKey, 'buffer');
}

/** Returns enough of a key to recognise it, and too little to use it. */
export function maskAccessKey(accessKey: string): string {
  return `…${accessKey.slice(-4)}`;
}
