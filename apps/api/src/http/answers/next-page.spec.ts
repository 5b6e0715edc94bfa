import { expect, it } from 'vitest';
import { RawJson } from '#shared/kernel/raw-json.js';
import { nextPage } from './next-page.js';

const linkOf = (url: string, answer: unknown = { next_cursor: 'c.d' }) => {
  const [, query] = /^<\?(.*)>; rel="next"$/.exec(nextPage(answer, url) ?? '') ?? [];
  return query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query));
};

it('is the same request with the cursor', () => {
  expect(linkOf('/events?domain_id=d1&severity=ERROR')).toEqual({
    domain_id: 'd1',
    severity: 'ERROR',
    'query.page.cursor': 'c.d',
  });
  expect(linkOf('/events')).toEqual({ 'query.page.cursor': 'c.d' });
});

it('the cursor takes the place of a start or another cursor', () => {
  const dotted = linkOf('/e?query.page.limit=2&query.page.start=1&query.page.cursor=a.b');
  expect(dotted).toEqual({ 'query.page.limit': '2', 'query.page.cursor': 'c.d' });
  const json = '{"filter":[{"k":"n","v":12345678901234567890,"o":"eq"}],"page":{"start":1,"limit":2}}';
  expect(linkOf(`/e?query=${encodeURIComponent(json)}`)).toEqual({
    query: '{"filter":[{"k":"n","v":12345678901234567890,"o":"eq"}],"page":{"limit":2,"cursor":"c.d"}}',
  });
  const page = linkOf(`/e?query.page=${encodeURIComponent('{"limit":2,"start":1}')}`);
  expect(page).toEqual({ 'query.page': '{"limit":2,"cursor":"c.d"}' });
});

it('is there only where more follow, also of a list that is JSON already', () => {
  const text = (end: string) =>
    new RawJson(`{"results":[{"a":"\\"next_cursor\\":\\"x\\"}"}],"total_count":9${end}}`);
  expect(linkOf('/e', text(''))).toBeUndefined();
  expect(linkOf('/e', text(',"next_cursor":"c.d"'))).toEqual({ 'query.page.cursor': 'c.d' });
  expect(linkOf('/e', { results: [] })).toBeUndefined();
});
