import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'tocsin_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PATTERN = /^tocsin_[0-9A-Za-z]{46}$/;

/**
 * Returns a new key: a prefix, 40 random characters and 6 characters of checksum. The service never stores the whole
 * key.
 */
export function generateSecret(): string {
  const random = Array.from({ length: 40 }, () => ALPHABET[randomInt(62)]).join('');
  return PREFIX + random + computeChecksum(random);
}

/** Returns whether a text can be a key. A typo is detected by the checksum, without a look-up. */
export function isSecret(text: string): boolean {
  return PATTERN.test(text) && computeChecksum(text.slice(PREFIX.length, -6)) === text.slice(-6);
}

/** Returns the digest that is stored in place of a key. A fast hash is sufficient, because a key has 238 random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function computeChecksum(random: string): string {
  let remainder = crc32(random);
  let text = '';
  for (let index = 0; index < 6; index++) {
    text = ALPHABET[remainder % 62] + text;
    remainder = Math.floor(remainder / 62);
  }
  return text;
}
