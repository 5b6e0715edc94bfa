import { describe, expect, it } from 'vitest';
import { parsePattern } from './parse-pattern.js';

const parse = (pattern: string) => parsePattern(pattern, 'query.filter[0].v');
const refused = (reason: string) =>
  expect.objectContaining({
    code: 'ERROR_INVALID_QUERY',
    errors: [{ field: 'query.filter[0].v', reason: expect.stringContaining(reason) as unknown }],
  });

describe('a regular expression', () => {
  it.each([
    'a{50}b{2,}c{,}',
    '[{]id: 4711}',
    '{id: 4711}',
    String.raw`\{4711\}`,
    '[]{99}]',
    '[^]{99}]',
    '[[:alpha:]{99}]',
    '[[.].]{99}]',
    String.raw`[\]{99}]`,
    String.raw`\\1`,
    '(?#{99})a',
    '(?ix)a { 2 , 50 }',
    '(?i)a*',
  ])('%s is taken', (pattern) => {
    expect(parse(pattern)).toBe(pattern);
  });

  it.each([
    ['a{51}', 'has a bound above 50: {51}'],
    ['a{1,255}', 'has a bound above 50'],
    ['[a]b{255}', 'has a bound above 50'],
    ['[]]b{255}[]]', 'has a bound above 50'],
    ['[[:alpha:]]b{255}]', 'has a bound above 50'],
    [String.raw`\[a{255}]`, 'has a bound above 50'],
    [String.raw`\c[a{255}]`, 'has a bound above 50'],
    [String.raw`[\c]]a{255}]`, 'has a bound above 50'],
    ['(?#[)a{255}(?#])', 'has a bound above 50'],
    ['[(?#]a{255}[)]', 'has a bound above 50'],
    ['(?x)a{2 5 5}', 'has a bound above 50'],
    ['(?x)a#[\n{255}#]', 'has a bound above 50'],
    ['(?x)a{2#}\n55}', 'has a comment in a bound'],
    [String.raw`(?b)a\{255\}`, 'an option b or e'],
    [String.raw`(?ib)a\{255\}`, 'an option b or e'],
    [String.raw`(?e)[\]a{255}]`, 'an option b or e'],
    ['***:a', 'begins with ***'],
    [String.raw`***:(?b)a\{255\}`, 'begins with ***'],
    [String.raw`(a)\1`, 'back-reference'],
    [String.raw`(a)\\\1`, 'back-reference'],
  ])('%s is refused', (pattern, reason) => {
    expect(() => parse(pattern)).toThrow(refused(reason));
  });
});
