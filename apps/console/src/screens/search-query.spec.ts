import { describe, expect, it } from 'vitest';
import { filterIn, parametersOf, queryOf, searchIn, withZone } from './search-query.js';

const again = (text: string) =>
  new URLSearchParams(parametersOf(searchIn(new URLSearchParams(text)))).toString();

describe('a search in an address', () => {
  it('leaves out what is so anyway', () => {
    expect(searchIn(new URLSearchParams())).toMatchObject({
      from: 'now - 7d',
      sort: { key: 'opened_at', desc: true },
    });
    expect(again('columns=&sort=-opened_at')).toBe('of=alerts');
    expect(searchIn(new URLSearchParams('of=events&columns=')).columns).toContain('created_at');
  });

  it('may have no limit in time', () => {
    const search = searchIn(new URLSearchParams('from='));
    expect(queryOf(search).filter).toEqual([]);
    expect(again('from=')).toBe('of=alerts&from=');
  });

  it('keeps the order', () => {
    expect(again('sort=title')).toBe('of=alerts&sort=title');
    expect(queryOf(searchIn(new URLSearchParams('sort=-title'))).sort).toEqual({
      keys: [{ key: 'title', desc: true }],
    });
  });

  it('has conditions in its filter and nothing else', () => {
    expect(filterIn('[{"k":"title"}]')).toEqual([{ k: 'title' }]);
    for (const text of ['{}', '[null]', '[[]]', '["title"]', '[1]'])
      expect(() => filterIn(text)).toThrow('a list of conditions');
  });

  it('gives a time without a zone that of the reader, and leaves all else', () => {
    const local = (text: string) => new Date(text).toISOString();
    expect(withZone('2026-11-25')).toBe(local('2026-11-25T00:00'));
    expect(withZone('2026-11-25 14:30')).toBe(local('2026-11-25T14:30'));
    expect(withZone('2026-11-25T14:30:05')).toBe(local('2026-11-25T14:30:05'));
    for (const text of ['', 'now - 7d', '2026-11-25T14:30Z', '2026-13-25', 'yesterday'])
      expect(withZone(text)).toBe(text);
  });
});
