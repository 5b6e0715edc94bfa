import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import { OPERATORS } from '../parse-condition.js';
import { parseFilterText } from './parse-filter-text.js';
import { printFilterText } from './print-filter-text.js';

describe('text and JSON', () => {
  const key = fc.oneof(
    fc.constantFrom(
      'severity',
      'labels.team',
      'labels["a.b/c"].d',
      'raw_data.alerts.0.x',
      'not',
      'and',
      'now',
      'größe',
    ),
    fc.string({ minLength: 1, maxLength: 10, unit: 'grapheme' }),
  );
  const scalar = fc.oneof(
    fc.constantFrom(
      'ERROR',
      'AND',
      'now',
      'now - 7d',
      '2026-11-20',
      '2026-11-20T10:00Z',
      '5',
      'true',
      'null',
      '',
      '"',
      '\\',
    ),
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
  );
  const value = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 4 }),
    fc.dictionary(fc.string({ maxLength: 3 }), scalar, { maxKeys: 3, noNullPrototype: true }),
    fc.constantFrom(
      'now/d-7d',
      ' now',
      'now / w + 3 h',
      '2026-11-20 10:00:00+0900',
      '2026-11-20T10:00:00.123456+01',
    ),
  );
  const condition = fc.record(
    { k: key, v: value, o: fc.constantFrom(...OPERATORS) },
    { noNullPrototype: true },
  );
  const conditions = fc.array(condition, { maxLength: 4 });

  it('are the same filter: JSON to text to JSON, for every operator and any value', () => {
    fc.assert(
      fc.property(conditions, conditions, (filter, filter_or) => {
        fc.pre(filter.length + filter_or.length > 0);
        const text = printFilterText({ filter, filter_or });
        // One alternative is a condition that must hold.
        const expected =
          filter_or.length === 1
            ? { filter: [...filter, ...filter_or], filter_or: [] }
            : { filter, filter_or };
        expect(JSON.stringify(parseFilterText(text))).toBe(JSON.stringify(expected));
        // What is printed is canonical.
        expect(printFilterText(parseFilterText(text))).toBe(text);
      }),
      { numRuns: scaled(3000) },
    );
  });
});
