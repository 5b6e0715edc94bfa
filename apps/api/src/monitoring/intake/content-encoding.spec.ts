import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LenientInflate, simplifyEncoding } from './content-encoding.js';

it.each([
  ['gzip', 'gzip'],
  ['X-GZIP', 'gzip'],
  ['gzip, identity', 'gzip'],
  ['identity,deflate', 'deflate'],
  ['gzip,', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  ['deflate, gzip', 'deflate, gzip'],
])('the encoding %j means %j', (header, meaning) => expect(simplifyEncoding(header)).toBe(meaning));

describe('a deflated body', () => {
  const inflate = (chunks: readonly Buffer[]) => buffer(Readable.from(chunks).pipe(new LenientInflate()));
  const text = Buffer.concat([Buffer.alloc(200_000, 'a'), randomBytes(100_000)]);

  it.each([
    ['with the header of zlib', deflateSync(text)],
    ['raw', deflateRawSync(text)],
    ['raw, without compression', deflateRawSync(text, { level: 0 })],
  ])('is inflated: %s', async (_, bytes) => {
    expect((await inflate([bytes])).equals(text)).toBe(true);
    const single = Array.from(bytes.subarray(0, 3), (byte) => Buffer.from([byte]));
    expect((await inflate([...single, bytes.subarray(3)])).equals(text)).toBe(true);
  });

  it.each([
    ['is something else', [Buffer.from('{"a":1}')]],
    ['is cut off', [deflateSync(text).subarray(0, 1_000)]],
    ['is empty', []],
  ])('fails if it %s', async (_, chunks) => {
    const stream = new LenientInflate();
    const failed = new Promise((resolve) => stream.on('error', resolve));
    Readable.from(chunks).pipe(stream).resume();
    expect(await failed).toBeInstanceOf(Error);
  });
});
