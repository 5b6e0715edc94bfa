import type { Labels } from '../../vocabulary/labels.js';

const SEPARATOR = Buffer.from([0xff]);

/**
 * Computes the fingerprint that Alertmanager gives a label set: FNV-1a (64 bit) over the sorted names and values. An alert
 * thus has the same key from Alertmanager, which sends a fingerprint, and from Prometheus, which does not.
 */
export function computeFingerprint(labels: Labels): string {
  const names = Object.keys(labels).sort(compareBytes);
  return fnv1a64(
    Buffer.concat(names.flatMap((name) => [utf8(name), SEPARATOR, utf8(labels[name] ?? ''), SEPARATOR])),
  );
}

function utf8(text: string): Buffer {
  return Buffer.from(text);
}

// Go compares UTF-8 bytes, JavaScript UTF-16 units. Their orders differ beyond U+FFFF.
function compareBytes(a: string, b: string): number {
  return Buffer.compare(utf8(a), utf8(b));
}

/** Computes the hash in two halves of 32 bits, because BigInt is about thirty times slower. The prime is 2^40 + 0x1b3. */
function fnv1a64(bytes: Uint8Array): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + (low << 8) + Math.floor(product / 2 ** 32)) >>> 0;
    low = product >>> 0;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}
