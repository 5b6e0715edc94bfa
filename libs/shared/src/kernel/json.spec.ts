import { describe, expect, it } from 'vitest';
import { parseJson } from './json.js';

describe('parseJson', () => {
  it.each([
    '12345678901234567890',
    '{"id":331426000000097063,"n":[1.10,1e400000,-0.0,1E5,123456789.1234567890123]}',
    '[1, 2.5,{"a" : 9007199254740993}]',
    '{"a":1.0}',
    '-0',
  ])('keeps every digit of %s', (text) => {
    expect(JSON.stringify(parseJson(text)).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });

  it('leaves ordinary numbers as numbers', () => {
    expect(parseJson('{"a":1,"b":-2.5,"c":[1e3]}')).toMatchObject({ a: 1, b: -2.5 });
  });

  it('throws on text that is not JSON', () => {
    expect(() => parseJson('{"a":')).toThrow(SyntaxError);
  });
});
