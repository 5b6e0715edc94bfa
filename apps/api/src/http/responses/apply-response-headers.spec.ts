import { expect, it } from 'vitest';
import { RawJson } from '#shared/kernel/json.js';
import { createNextPageLink, formatEntityTag, parseIfMatch } from './apply-response-headers.js';

const parseLink = (url: string, response: unknown = { next_cursor: 'c.d' }) => {
  const [, query] = /^<\?(.*)>; rel="next"$/.exec(createNextPageLink(response, url) ?? '') ?? [];
  return query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query));
};

it('the link to the next page has the parameters of the request and the cursor', () => {
  expect(parseLink('/events?domain_id=d1&severity=ERROR')).toEqual({
    domain_id: 'd1',
    severity: 'ERROR',
    'query.page.cursor': 'c.d',
  });
  expect(parseLink('/events')).toEqual({ 'query.page.cursor': 'c.d' });
});

it('the link to the next page replaces a start or a previous cursor by the new cursor', () => {
  const dotted = parseLink('/e?query.page.limit=2&query.page.start=1&query.page.cursor=a.b');
  expect(dotted).toEqual({ 'query.page.limit': '2', 'query.page.cursor': 'c.d' });
  const json = '{"filter":[{"k":"n","v":12345678901234567890,"o":"eq"}],"page":{"start":1,"limit":2}}';
  expect(parseLink(`/e?query=${encodeURIComponent(json)}`)).toEqual({
    query: '{"filter":[{"k":"n","v":12345678901234567890,"o":"eq"}],"page":{"limit":2,"cursor":"c.d"}}',
  });
  const page = parseLink(`/e?query.page=${encodeURIComponent('{"limit":2,"start":1}')}`);
  expect(page).toEqual({ 'query.page': '{"limit":2,"cursor":"c.d"}' });
});

it('the link to the next page is present only if there is one, also for a raw JSON response', () => {
  const text = (end: string) =>
    new RawJson(`{"results":[{"a":"\\"next_cursor\\":\\"x\\"}"}],"total_count":9${end}}`);
  expect(parseLink('/e', text(''))).toBeUndefined();
  expect(parseLink('/e', text(',"next_cursor":"c.d"'))).toEqual({ 'query.page.cursor': 'c.d' });
  expect(parseLink('/e', { results: [] })).toBeUndefined();
});

it.each([
  [undefined, undefined],
  ['*', undefined],
  [formatEntityTag('mabc12'), ['mabc12']],
  ['"a", W/"b" ,"c"', ['a', 'b', 'c']],
])('parseIfMatch parses %s to the versions %j', (header, versions) => {
  expect(parseIfMatch(header)).toEqual(versions);
});

it.each(['a', '', '"a', '"a",', '"a" "b"', '*, "a"'])('parseIfMatch rejects %j', (header) => {
  expect(() => parseIfMatch(header)).toThrow('If-Match must be');
});
