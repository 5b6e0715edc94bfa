import { hash, randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 32;
/** Bytes from here on are thrown away: with them the first letters of the alphabet would come more often. */
const FAIR = 256 - (256 % BASE62.length);

export function newAccessKey(): string {
  let key = '';
  while (key.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < FAIR && key.length < LENGTH) key += BASE62[byte % BASE62.length];
    }
  }
  return key;
}

/** SHA-256: what is compared and searched instead of the key. Enough without salt for 190 random bits. */
export function digestOf(accessKey: string): Buffer {
  return hash('sha256', accessKey, 'buffer');
}

/** Enough to recognise a key by, too little to use it. */
export function maskedAccessKey(accessKey: string): string {
  return `…${accessKey.slice(-4)}`;
}
