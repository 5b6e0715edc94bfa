import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getTopLevelField, formatKeyPath, parseKeyPath } from './key-path.js';

const namesOf = (key: string) => parseKeyPath(key)?.map(({ name }) => name);

it.each<[string, string[] | undefined]>([
  ['title', ['title']],
  ['a.b.c', ['a', 'b', 'c']],
  ['a["service.name"]', ['a', 'service.name']],
  ['a.b["x/y.z"].c', ['a', 'b', 'x/y.z', 'c']],
  ['a["b"]["c.d"]', ['a', 'b', 'c.d']],
  ['a.["b.c"]', ['a', 'b.c']],
  [String.raw`a["q\"\u0041]"]`, ['a', 'q"A]']],
  ['a[0].b[', ['a[0]', 'b[']],
  ['a.', ['a', '']],
  ['a..b', ['a', '', 'b']],
  ['a["b', undefined],
  ['a["b"]c', undefined],
  [String.raw`a["\x"]`, undefined],
])('parses %s to %j', (key, names) => {
  expect(namesOf(key)).toEqual(names);
});

it('parses the key of every path back to the path', () => {
  const path = fc.tuple(
    fc.constantFrom('a', 'raw_data'),
    fc.array(fc.string({ minLength: 1, unit: 'grapheme' })),
  );
  fc.assert(
    fc.property(path, ([field, inside]) => {
      const key = formatKeyPath([field, ...inside]);
      expect(namesOf(key)).toEqual([field, ...inside]);
      expect(getTopLevelField(key)).toBe(field);
    }),
  );
});
