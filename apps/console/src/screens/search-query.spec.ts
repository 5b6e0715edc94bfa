import { describe, expect, it } from 'vitest';
import { parametersOf, queryOf, searchIn } from './search-query.js';

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
});
