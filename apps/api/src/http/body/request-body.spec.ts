import { describe, expect, it } from 'vitest';
import { findRepeatedKey } from './request-body.js';

describe('findRepeatedKey', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":{"b":1},"c":{"b":{"d":[],"d":{}}}}', 'c.b.d'],
    ['{"a":[{"b":1},{"b":2,"c":3 , "b" :4}]}', 'a.b'],
    [String.raw`{"a":1,"\u0061":2}`, 'a'],
    [String.raw`{"\"":1,"b":"\\","\"":2}`, '"'],
    ['{"":1,"":2}', ''],
  ])('finds the repeated key in %s', (json, path) => {
    expect(findRepeatedKey(json)).toBe(path);
  });

  it.each([
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}],"c":"a"}',
    '{"a":"{\\"b\\":1,\\"b\\":2}","b":["a","a"]}',
    '[]',
    '"a"',
    '7',
    `{"a":"${'x'.repeat(1_000_000)}"}`,
  ])('finds no repeated key in $0', (json) => {
    expect(findRepeatedKey(json)).toBeUndefined();
  });
});
