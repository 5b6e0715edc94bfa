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

/** Returns the SHA-256 by which keys are compared and searched. 190 random bits need no salt. */
export function hashAccessKey(accessKey: string): Buffer {
  return hash('sha256', accessKey, 'buffer');
}

/** Returns enough of a key to recognise it, and too little to use it. */
export function maskAccessKey(accessKey: string): string {
  return `…${accessKey.slice(-4)}`;
}
