import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import { isPlainData } from './scan-json.js';

const isPlain = (text: string) => isPlainData(Buffer.from(text));

describe('isPlainData', () => {
  it.each([
    '{}',
    '[]',
    ' \t\r\n[ ] ',
    '{"a":[1,-0.5e+10,true,false,null,"\\u00e4\\n\\"ü"],"b":{"c":{}}}',
    '[{"data":1}]',
    '{"alerts":[],"data":{}}',
    '{"Data":1}',
  ])('accepts %s', (text) => {
    expect(isPlain(text)).toBe(true);
  });

  it.each(['{"data":{}}', '{"webhook_id":"x","data":[]}', '{ "access_key" : 1}', '{"d\\u0061ta":{}}'])(
    'rejects what may be an envelope: %s',
    (text) => {
      expect(isPlain(text)).toBe(false);
    },
  );

  it.each(['', ' ', '"text"', '1', 'a=b', '{', '[1,]', '{"a":1,}', '[01]', '[1.]', '[-]', '["\\x"]', '{}{}'])(
    'rejects what JSON.parse refuses, or what is no object or list: %s',
    (text) => {
      expect(isPlain(text)).toBe(false);
    },
  );

  it('rejects very deep nesting and a byte order mark', () => {
    expect(isPlain(`${'['.repeat(60)}${']'.repeat(60)}`)).toBe(true);
    expect(isPlain(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toBe(false);
    expect(isPlain('\ufeff{}')).toBe(false);
  });

  it('accepts any list that JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.boolean(), (json, indented) => {
        const value: unknown = [JSON.parse(json)];
        expect(isPlain(indented ? JSON.stringify(value, null, 2) : JSON.stringify(value))).toBe(true);
      }),
    );
  });

  it('accepts nothing that JSON.parse refuses, however the bytes are damaged', () => {
    const damaged = fc.tuple(
      fc.json(),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[]",:\\ue0-+.1tfn \u0000\u00ff')), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(damaged, ([json, damages]) => {
        const bytes = Buffer.from(`{"a":${json}}`);
        for (const [at, byte] of damages) bytes.write(byte, at % bytes.length, 'latin1');
        if (isPlainData(bytes)) expect(() => JSON.parse(bytes.toString()) as unknown).not.toThrow();
      }),
      { numRuns: scaled(1_500) },
    );
  });
});
