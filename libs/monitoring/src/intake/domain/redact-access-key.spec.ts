import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generateAccessKey } from '#shared/kernel/access-key.js';
import { redactAccessKey, redactFragment, restoreAccessKey } from './redact-access-key.js';

const KEY = generateAccessKey();
const STARS = '*'.repeat(KEY.length);

const delivery = (changes: object = {}) => ({
  content_type: 'application/json',
  headers: { 'content-type': 'application/json', 'user-agent': 'curl/8' },
  query: { source: 'a' },
  path_suffix: 'v2/alerts',
  body: Buffer.from('{"a":1}'),
  ...changes,
});

describe('redacting the access key', () => {
  it('returns a delivery without the access key unchanged', () => {
    const clean = delivery();
    expect(redactAccessKey(clean, KEY)).toBe(clean);
    expect(redactAccessKey(clean, '')).toBe(clean);
  });

  it.each([
    ['content_type', `text/plain; x=${KEY}`],
    ['path_suffix', `${KEY}/more/${KEY}`],
    ['headers', { 'user-agent': `curl ${KEY}` }],
    ['query', { access_key: KEY, [KEY]: 'x' }],
  ])('redacts it in %s', (name, value) => {
    const given = delivery({ [name]: value });
    const redacted = redactAccessKey(given, KEY);
    expect(JSON.stringify(redacted)).not.toContain(KEY);
    expect(JSON.stringify(redacted)).toBe(JSON.stringify(given).replaceAll(KEY, STARS));
  });

  it('keeps every other byte of the body, whatever they are', () => {
    // Without stars: they could not be distinguished from redacted ones.
    const bytes = () => randomBytes(40).map((byte) => (byte === 0x2a ? 0 : byte));
    const [before, between, after] = [bytes(), bytes(), bytes()];
    const key = Buffer.from(KEY);
    const body = Buffer.concat([before, key, key, between, key, after]);
    const copy = Buffer.from(body);
    const redacted = redactAccessKey(delivery({ body }), KEY).body;
    const stars = Buffer.from(STARS);
    expect(redacted).toEqual(Buffer.concat([before, stars, stars, between, stars, after]));
    expect(body).toEqual(copy);
    expect(restoreAccessKey(redacted.toString('latin1'), KEY)).toBe(body.toString('latin1'));
  });

  it.each([
    ['UTF-16 LE', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16 BE', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ])('redacts it in %s, and the beginning of it at the end', (_, encode) => {
    const text = (key: string, end: string) => encode(`\ufeff{"a":"${key}","b":"ü${end}`);
    const { body } = redactAccessKey(delivery({ body: text(KEY, KEY.slice(0, 9)) }), KEY);
    expect(body.equals(text(STARS, KEY.slice(0, 9)))).toBe(true);
    expect(redactFragment(body, KEY).equals(text(STARS, '*'.repeat(9)))).toBe(true);
  });

  it('redacts a fragment of the access key at the end of a truncated body', () => {
    for (const length of [6, 20, KEY.length - 1]) {
      const cut = redactFragment(Buffer.from(`{"access_key":"${KEY.slice(0, length)}`), KEY).toString();
      expect(cut).toBe(`{"access_key":"${'*'.repeat(length)}`);
    }
    const short = Buffer.from(KEY.slice(0, 3));
    expect(redactFragment(short, KEY)).toBe(short);
  });
});
