import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'tocsin_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^tocsin_[0-9A-Za-z]{46}$/;

/** A new key: prefix, 40 random characters, 6 of checksum. Complete nowhere but with its owner. */
export function newSecret(): string {
  const random = Array.from({ length: 40 }, () => ALPHABET[randomInt(62)]).join('');
  return PREFIX + random + checksumOf(random);
}

/** Whether a text can be a key at all, so that a typo needs no look-up. */
export function isSecret(text: string): boolean {
  return SHAPE.test(text) && checksumOf(text.slice(PREFIX.length, -6)) === text.slice(-6);
}

/** All that is stored of a key. It has 238 random bits, so that a fast hash is enough. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < 6; place++) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
