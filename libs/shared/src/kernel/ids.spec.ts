import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { describe, expect, it } from 'vitest';
import {
  formatId,
  MAX_USER_ID_LENGTH,
  newId,
  tryParseId,
  USER_ID_PATTERN,
  uuidFromHash,
  parseId,
} from './ids.js';

describe('ids', () => {
  it('are written as the TypeID specification has it', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(formatId('event', uuid)).toBe(TypeID.fromUUID('event', uuid).toString());
      }),
    );
  });

  it('are read as the TypeID specification has it, and nothing else is', () => {
    const read = (text: string) => {
      try {
        const id = TypeID.fromString(text, 'api_key');
        return id.getSuffix().length === 26 ? id.toUUID() : undefined;
      } catch {
        return undefined;
      }
    };
    const id = fc.uuid().map((uuid) => formatId('api_key', uuid));
    const altered = fc
      .tuple(
        id,
        fc.nat(40),
        fc.constantFrom('', '0', '7', '8', 'i', 'l', 'o', 'u', 'z', 'A', '_', 'é', '\u{1F600}'),
      )
      .map(([text, at, part]) => text.slice(0, at) + part + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(id, altered, fc.string()), (text) => {
        expect([text, tryParseId('api_key', text)]).toEqual([text, read(text)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('go from TypeID to uuid and back', () => {
    const id = newId('webhook');
    expect(id).toMatch(/^webhook_[0-9a-z]{26}$/);
    expect(formatId('webhook', parseId('webhook', id))).toBe(id);
  });

  it.each(['', 'x', 'event_01jf3z6x2fe8ta4tc8mkcvf5d0', 'webhook_8zzzzzzzzzzzzzzzzzzzzzzzzz', 'webhook_'])(
    'refuse %j as a webhook id',
    (id) => expect(tryParseId('webhook', id)).toBeUndefined(),
  );

  it.each(['u-1', 'a.b:c', 'jane.doe+alerts@mail.example.com', "o'hara@x.io", '_@a'])(
    'accept %s as a user id',
    (id) => {
      expect(id).toMatch(USER_ID_PATTERN);
    },
  );

  it.each([
    '',
    'a b',
    'a@',
    '@a.com',
    'a@b@c.com',
    'a@-b.com',
    'a@b..com',
    'a@b.com ',
    'a\n@b.com',
    `${'a'.repeat(65)}@b.com`,
  ])('reject %j as a user id', (id) => expect(id).not.toMatch(USER_ID_PATTERN));

  it('of users are matched in linear time', () => {
    const long = `a@${'a-'.repeat(MAX_USER_ID_LENGTH)}`;
    const start = performance.now();
    for (let at = 0; at < 1000; at += 1) USER_ID_PATTERN.test(long);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('derived from a hash are equal for equal input and contain the time', () => {
    const at = new Date('2026-11-20T10:00:00.000Z');
    expect(uuidFromHash(at, 'a', 'b')).toBe(uuidFromHash(at, 'a', 'b'));
    expect(uuidFromHash(at, 'a', 'b')).not.toBe(uuidFromHash(at, 'a', 'c'));
    expect(parseInt(uuidFromHash(at, 'a').replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime());
    expect(uuidFromHash(at, 'a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  });
});
