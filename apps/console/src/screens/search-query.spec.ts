import { describe, expect, it } from 'vitest';
import {
  parseFilter,
  parseFilterLists,
  toParameters,
  toQuery,
  parseSearch,
  addTimeZone,
} from './search-query.js';

const roundTrip = (text: string) =>
  new URLSearchParams(toParameters(parseSearch(new URLSearchParams(text)))).toString();

describe('the search in the page address', () => {
  it('omits default values', () => {
    expect(parseSearch(new URLSearchParams())).toMatchObject({
      from: 'now - 7d',
      sort: { key: 'opened_at', desc: true },
    });
    expect(roundTrip('columns=&sort=-opened_at')).toBe('of=alerts');
    expect(parseSearch(new URLSearchParams('of=events&columns=')).columns).toContain('created_at');
  });

  it('keeps an empty `from`, which means no time limit', () => {
    const search = parseSearch(new URLSearchParams('from='));
    expect(toQuery(search).filter).toEqual([]);
    expect(roundTrip('from=')).toBe('of=alerts&from=');
  });

  it('keeps the sort order', () => {
    expect(roundTrip('sort=title')).toBe('of=alerts&sort=title');
    expect(toQuery(parseSearch(new URLSearchParams('sort=-title'))).sort).toEqual({
      keys: [{ key: 'title', desc: true }],
    });
  });

  it('narrows a search to the project of the address', () => {
    expect(roundTrip('project=shop')).toBe('of=alerts&project=shop');
    expect(toQuery(parseSearch(new URLSearchParams('project=shop&from='))).filter).toEqual([
      { k: 'project_id', v: 'shop', o: 'eq' },
    ]);
    expect(toQuery(parseSearch(new URLSearchParams('project=shop,bank&from='))).filter).toEqual([
      { k: 'project_id', v: ['shop', 'bank'], o: 'in' },
    ]);
  });

  it('accepts a filter as text', () => {
    expect(parseFilter('severity >= ERROR')).toEqual([{ k: 'severity', v: 'ERROR', o: 'gte' }]);
    expect(() => parseFilter('severity is ERROR')).toThrow('line 1, column 10: expected an operator');
    expect(() => parseFilter('a = 1 or b = 2')).toThrow('joined by "or"');
    expect(parseFilterLists('a = 1 or b = 2').filter_or).toHaveLength(2);
  });

  it('accepts a list of conditions as its filter', () => {
    expect(parseFilter('[{"k":"title"}]')).toEqual([{ k: 'title' }]);
    for (const text of ['[null]', '[[]]', '["title"]', '[1]'])
      expect(() => parseFilter(text)).toThrow('a list of conditions');
  });

  it('adds the local time zone to a time without one, and does not change other texts', () => {
    const local = (text: string) => new Date(text).toISOString();
    expect(addTimeZone('2026-11-25')).toBe(local('2026-11-25T00:00'));
    expect(addTimeZone('2026-11-25 14:30')).toBe(local('2026-11-25T14:30'));
    expect(addTimeZone('2026-11-25T14:30:05')).toBe(local('2026-11-25T14:30:05'));
    for (const text of ['', 'now - 7d', '2026-11-25T14:30Z', '2026-13-25', 'yesterday'])
      expect(addTimeZone(text)).toBe(text);
  });
});
