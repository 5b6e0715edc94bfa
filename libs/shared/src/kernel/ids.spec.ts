import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { describe, expect, it } from 'vitest';
import { formatId, newId, tryUuidOf, uuidFromHash, uuidOf } from './ids.js';

describe('ids', () => {
  it('are written as the TypeID specification has it', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(formatId('event', uuid)).toBe(TypeID.fromUUID('event', uuid).toString());
      }),
    );
  });

  it('go from TypeID to uuid and back', () => {
    const id = newId('webhook');
    expect(id).toMatch(/^webhook_[0-9a-z]{26}$/);
    expect(formatId('webhook', uuidOf('webhook', id))).toBe(id);
  });

  it.each(['', 'x', 'event_01jf3z6x2fe8ta4tc8mkcvf5d0', 'webhook_8zzzzzzzzzzzzzzzzzzzzzzzzz', 'webhook_'])(
    'refuse %j as a webhook id',
    (id) => expect(tryUuidOf('webhook', id)).toBeUndefined(),
  );

  it('made of a hash are the same for the same input and carry the time', () => {
    const at = new Date('2026-11-20T10:00:00.000Z');
    expect(uuidFromHash(at, 'a', 'b')).toBe(uuidFromHash(at, 'a', 'b'));
    expect(uuidFromHash(at, 'a', 'b')).not.toBe(uuidFromHash(at, 'a', 'c'));
    expect(parseInt(uuidFromHash(at, 'a').replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime());
    expect(uuidFromHash(at, 'a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  });
});
