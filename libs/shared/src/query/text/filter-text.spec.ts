import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import { parseJson } from '../../kernel/json.js';
import { FilterTextError } from './filter-text-error.js';
import { parseFilterText } from './parse-filter-text.js';
import { printFilterText } from './print-filter-text.js';
import type { FilterLists } from './words.js';

const all = (...conditions: readonly (readonly [k: string, o: string, v: unknown])[]) => ({
  filter: conditions.map(([k, o, v]) => ({ k, v, o })),
  filter_or: [],
});

function refusal(text: string): string {
  try {
    parseFilterText(text);
  } catch (error) {
    if (error instanceof FilterTextError) return error.message;
    throw error;
  }
  return 'taken';
}

describe('the text form of a filter', () => {
  it.each<[string, FilterLists]>([
    [
      'severity >= ERROR and labels.team = "db"',
      all(['severity', 'gte', 'ERROR'], ['labels.team', 'eq', 'db']),
    ],
    ['labels["app.kubernetes.io/name"] = web', all(['labels["app.kubernetes.io/name"]', 'eq', 'web'])],
    ['labels.app.kubernetes.io/name != web', all(['labels.app.kubernetes.io/name', 'not', 'web'])],
    [
      'a<1 and b <= 2.50 AND c>-3 And d >= 4e2',
      all(['a', 'lt', 1], ['b', 'lte', 2.5], ['c', 'gt', -3], ['d', 'gte', 400]),
    ],
    [
      'severity in (ERROR, "CRITICAL") and a not in ()',
      all(['severity', 'in', ['ERROR', 'CRITICAL']], ['a', 'not_in', []]),
    ],
    [
      'title contains "disk" and title NOT CONTAINS "test"',
      all(['title', 'contain', 'disk'], ['title', 'not_contain', 'test']),
    ],
    [
      'a contains any (x, y) and a not contains any ("z")',
      all(['a', 'contain_in', ['x', 'y']], ['a', 'not_contain_in', ['z']]),
    ],
    [
      String.raw`a regex "^\\d+$" and b regex any ("x", "y")`,
      all(['a', 'regex', String.raw`^\d+$`], ['b', 'regex_in', ['x', 'y']]),
    ],
    ['a exists and b not exists', all(['a', 'exists', true], ['b', 'exists', false])],
    ['a = null and b != true and c = FALSE', all(['a', 'eq', null], ['b', 'not', true], ['c', 'eq', false])],
    ['hosts match {"name": "w}b", "port": 80}', all(['hosts', 'match', { name: 'w}b', port: 80 }])],
    ['t >= now/d - 7d and t < now', all(['t', 'timediff_gte', 'now/d - 7d'], ['t', 'timediff_lt', 'now'])],
    [
      't>2026-11-20T10:00:00.5+01:00 and t <= 2026-11-20',
      all(['t', 'datetime_gt', '2026-11-20T10:00:00.5+01:00'], ['t', 'datetime_lte', '2026-11-20']),
    ],
    ['t >= "now" and t = 2026-11-20', all(['t', 'gte', 'now'], ['t', 'eq', '2026-11-20'])],
    ['resolved_after <= 5m and x > 2w', all(['resolved_after', 'lte', 300], ['x', 'gt', 1_209_600])],
    ['"my count" >= 10 and "not" = 1', all(['my count', 'gte', 10], ['not', 'eq', 1])],
    ['größe = "ä" and a = é', all(['größe', 'eq', 'ä'], ['a', 'eq', 'é'])],
    ['{"k":"a","v":5,"o":"eq"} and b = 1', all(['a', 'eq', 5], ['b', 'eq', 1])],
    ['a = event_01kagexvhve0ya7d9z5kq5nh3m', all(['a', 'eq', 'event_01kagexvhve0ya7d9z5kq5nh3m'])],
    ['((a = 1) and (b = 2))', all(['a', 'eq', 1], ['b', 'eq', 2])],
    [
      'not a = 1 and not (b in (1) or c exists)',
      all(['a', 'not', 1], ['b', 'not_in', [1]], ['c', 'exists', false]),
    ],
    ['not not a contains x', all(['a', 'contain', 'x'])],
    [
      'a = 1 or b = 2',
      {
        filter: [],
        filter_or: [
          { k: 'a', v: 1, o: 'eq' },
          { k: 'b', v: 2, o: 'eq' },
        ],
      },
    ],
    [
      'not (a = 1 and b = 2)',
      {
        filter: [],
        filter_or: [
          { k: 'a', v: 1, o: 'not' },
          { k: 'b', v: 2, o: 'not' },
        ],
      },
    ],
    [
      'x = 0 and (a = 1 or (b = 2 or c = 3)) and y = 9',
      {
        filter: [
          { k: 'x', v: 0, o: 'eq' },
          { k: 'y', v: 9, o: 'eq' },
        ],
        filter_or: [
          { k: 'a', v: 1, o: 'eq' },
          { k: 'b', v: 2, o: 'eq' },
          { k: 'c', v: 3, o: 'eq' },
        ],
      },
    ],
  ])('%s', (text, lists) => {
    expect(parseFilterText(text)).toEqual(lists);
    expect(parseFilterText(printFilterText(lists))).toEqual(lists);
  });

  it('keeps every digit of a number', () => {
    const { filter } = parseFilterText('a = 12345678901234567890.10 and b = 2', parseJson);
    expect(JSON.stringify(filter)).toBe(
      '[{"k":"a","v":12345678901234567890.10,"o":"eq"},{"k":"b","v":2,"o":"eq"}]',
    );
    expect(printFilterText({ filter })).toBe('a = 12345678901234567890.10 and b = 2');
  });

  it('prints what people would write', () => {
    const lists = {
      filter: [
        { key: 'severity', value: 'ERROR', operator: 'gte' },
        { k: 'created_at', v: 'now/d - 7d', o: 'timediff_gte' },
        { k: 'a', v: '2026-11-20 10:00', o: 'datetime_lt' },
      ],
      filter_or: [
        { k: 'labels["a.b/c"]', v: ['x', null], o: 'in' },
        { k: 'and', v: 'AND', o: 'contain' },
      ],
    };
    expect(printFilterText(lists)).toBe(
      'severity >= ERROR and created_at >= now/d - 7d and {"k":"a","v":"2026-11-20 10:00","o":"datetime_lt"} ' +
        'and (labels["a.b/c"] in ("x", null) or "and" contains "AND")',
    );
    expect(printFilterText({})).toBe('');
  });
});

describe('errors of the text form', () => {
  it.each([
    ['', 'line 1, column 1: expected a condition, but the filter is empty'],
    ['severity', 'line 1, column 9: expected an operator'],
    ['title contain "disk"', 'line 1, column 7: expected an operator'],
    ['title contain "disk"', 'found contain'],
    ['title contian "disk"', 'did you mean contains?'],
    ['severity >= ERROR\n  an a = 1', 'line 2, column 3: expected "and", "or" or the end of the filter'],
    ['severity >= ERROR\n  an a = 1', 'did you mean and?'],
    [
      'a = ',
      'line 1, column 5: expected a value: a word, a text in double quotes, a number, true, false or null, but the filter ends here',
    ],
    [
      "a = 'x'",
      "column 5: expected a value: a word, a text in double quotes, a number, true, false or null, found ': texts stand in double quotes",
    ],
    ['a = 5xx', 'a text that begins with a digit stands in double quotes'],
    ['a = "x', 'column 5: expected a value'],
    [String.raw`a = "\x"`, 'column 5: expected valid JSON'],
    ['a in 5', 'column 6: expected a list, like (CRITICAL, "a text", 5), found 5'],
    ['a in (5', 'expected "," or ")"'],
    ['(a = 1', 'expected "and", "or" or ")", but the filter ends here'],
    ['a = 1)', 'expected "and", "or" or the end of the filter, found )'],
    ['a = and', 'column 5: expected a value'],
    ['and = 1', 'column 1: expected a field'],
    ['a match 5', 'expected a JSON object after match'],
    ['a match {"b": 1', 'expected a "}"'],
    ['a match {b: 1}', 'expected valid JSON'],
    ['a == 1', 'column 4: expected a value'],
    ['not a > 5', 'column 5: "not" goes only with'],
    ['not a regex "x"', '"not" goes only with'],
    ['not {"k":"a","v":1,"o":"constructor"}', '"not" goes only with'],
    ['not {"k":"a","v":1,"o":{"valueOf":1,"toString":1}}', '"not" goes only with'],
    ['a = 1 and b = 2 or c = 3', 'column 1: each alternative of "or" must be a single condition'],
    [
      '(a = 1 or b = 2) and (c = 3 or d = 4)',
      'column 23: only one group of conditions can be joined by "or"',
    ],
    ['ä = "😀" x', 'column 9: expected "and"'],
    ['{"k":"a"', 'expected a "}"'],
  ])('%s', (text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it('name the limits', () => {
    expect(refusal(`${'('.repeat(40)}a = 1${')'.repeat(40)}`)).toContain('more than 32 levels deep');
    expect(refusal(`${'not '.repeat(40)}a = 1`)).toContain('more than 32 levels deep');
    expect(refusal(`a = "${'x'.repeat(70_000)}"`)).toContain('longer than 65536 characters');
  });

  it('come in time for hostile texts', () => {
    const started = performance.now();
    const texts = [
      ...['"', '(', '{', '["', 'a', '\\', ' ', 'not ', 'a["x"]', 'a.', 'now ', '1', '{"', '"\\'].map((part) =>
        part.repeat(65_536 / part.length),
      ),
      `a = "${'\\"'.repeat(30_000)}`,
      `a["${'\\"'.repeat(30_000)}`,
      Array.from({ length: 5000 }, () => 'a = 1').join(' or '),
    ];
    for (const text of texts) refusal(text);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it('are of one kind for any text', () => {
    const words = [
      'a',
      '=',
      'and',
      'or',
      'not',
      '(',
      ')',
      'in',
      '"x"',
      '5',
      'now',
      '-',
      '7d',
      '{',
      '}',
      '["b"]',
      ',',
    ];
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((part) => part.join(' ')),
    );
    fc.assert(
      fc.property(text, (given) => {
        const message = refusal(given);
        if (message !== 'taken') expect(message).toMatch(/^line \d+, column \d+: ./);
        // What is read once, is written in a form that means the same.
        else expect(parseFilterText(printFilterText(parseFilterText(given)))).toEqual(parseFilterText(given));
      }),
      { numRuns: scaled(2000) },
    );
  });
});
