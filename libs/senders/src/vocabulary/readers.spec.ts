import { describe, expect, it } from 'vitest';
import { parseJson, type Json } from '#shared/kernel/json.js';
import { firstOf, type Alarm } from './alarm.js';
import { eitherOf, listAt, toJsonPointer, wholeBody } from './alarm-finder.js';
import { parseInstant } from './instant.js';
import { labels, tagsIn } from './labels.js';
import { compilePath, value } from './path.js';
import { resource, resourceByLabel } from './resource.js';
import { severity, severityBy } from './severity.js';
import { joined, link, text } from './text.js';
import { word } from './word.js';

function alarm(from: Json, body: Json = from): Alarm {
  const delivery = {
    body,
    headers: {},
    content_type: '',
    query: {},
    path_suffix: '',
    received_at: new Date(0),
  };
  return { value: from, pointer: '', delivery };
}

describe('paths', () => {
  const from: Json = { a: { 'b.c': [{ d: 1 }, { d: 2 }] }, empty: null };

  it.each([
    ['a["b.c"][1].d', 2],
    ['a["b.c"][0]', { d: 1 }],
    ['a["b.c"].length', 2],
    ['a.b.c', undefined],
    ['empty', undefined],
    ['empty.x', undefined],
    ['a.constructor', undefined],
    ['$.top', 'body'],
    ['$', { top: 'body' }],
  ])('%s leads to %j', (path, found) => {
    expect(value(path)(alarm(from, { top: 'body' }))).toEqual(found);
  });

  it('use the first path that holds a value of the wanted type', () => {
    expect(text('empty', 'a', 'a["b.c"][0].d')(alarm(from))).toBe('1');
    expect(firstOf(text('x'), text('a["b.c"][1].d'))(alarm(from))).toBe('2');
  });

  it.each(['a[b]', 'a..b', 'a[', '["a'])('are rejected if they are invalid: %s', (path) => {
    expect(() => compilePath(path)).toThrow(`"${path}" is not a path`);
  });
});

describe('text', () => {
  it.each([
    ['" a "', 'a'],
    ['""', undefined],
    ['" "', undefined],
    ['0', '0'],
    ['12345678901234567890', '12345678901234567890'],
    ['1.10', '1.10'],
    ['false', 'false'],
    ['{}', undefined],
    ['["a"]', undefined],
    ['null', undefined],
  ])('is read from %s as %j', (json, found) =>
    expect(text('v')(alarm(parseJson(`{"v":${json}}`)))).toBe(found),
  );

  it('is joined without missing parts', () => {
    const read = joined('/', text('a'), text('b'), text('c'));
    expect(read(alarm({ a: 1, c: 'x' }))).toBe('1/x');
    expect(read(alarm({}))).toBeUndefined();
  });

  it('is accepted as a link only with http or https', () => {
    expect(link('a', 'b')(alarm({ a: 'javascript:alert(1)', b: 'https://x.example/y' }))).toBe(
      'https://x.example/y',
    );
    expect(link('a')(alarm({ a: 'https://x y' }))).toBeUndefined();
  });
});

describe('instants', () => {
  it.each([
    ['2020-02-06T00:17:58.432911368Z', '2020-02-06T00:17:58.432Z'],
    ['2021-10-12T09:51:03.157076+02:00', '2021-10-12T07:51:03.157Z'],
    ['2021-10-12T09:51:03+0200', '2021-10-12T07:51:03.000Z'],
    ['2021-10-12T09:51:03-05', '2021-10-12T14:51:03.000Z'],
    ['2021-10-12T09:51:03', '2021-10-12T09:51:03.000Z'],
    ['2021-10-12 09:51', '2021-10-12T09:51:00.000Z'],
    ['2021-10-12', '2021-10-12T00:00:00.000Z'],
    ['20211012T095103Z', '2021-10-12T09:51:03.000Z'],
    ['2020-07-20 14:55:45 (UTC)', '2020-07-20T14:55:45.000Z'],
    ['2022-08-31 05:54:04.52289368 +0000 UTC m=+42208.256', '2022-08-31T05:54:04.522Z'],
    ['2022-08-31 07:54:04 +0200 CEST', '2022-08-31T05:54:04.000Z'],
    ['Thu, 12 Oct 2023 07:51:03 GMT', '2023-10-12T07:51:03.000Z'],
    ['12 Oct 2023 07:51:03 +0200', '2023-10-12T05:51:03.000Z'],
    ['Mon Apr 03 02:04:55 UTC 2023', '2023-04-03T02:04:55.000Z'],
    ['Mon Apr  3 02:04:55 2023', '2023-04-03T02:04:55.000Z'],
    [1_659_545_625, '2022-08-03T16:53:45.000Z'],
    [1_659_545_625.25, '2022-08-03T16:53:45.250Z'],
    ['1659545625', '2022-08-03T16:53:45.000Z'],
    ['1659545625123', '2022-08-03T16:53:45.123Z'],
    ['1659545625123456', '2022-08-03T16:53:45.123Z'],
    [parseJson('1659545625123456789'), '2022-08-03T16:53:45.123Z'],
    [parseJson('1.65954562500e9'), '2022-08-03T16:53:45.000Z'],
    ['Mon Apr 03 02:04:55 CEST 2023', '2023-04-03T00:04:55.000Z'],
    ['2014-05-02 14:21:40 PDT', '2014-05-02T21:21:40.000Z'],
    ['2014-05-02 14:21:40 +0200 CEST', '2014-05-02T12:21:40.000Z'],
    ['2025-02-03T21:41:42.853014+01.00', '2025-02-03T20:41:42.853Z'],
    ['2024/08/14 21:28:56 GMT', '2024-08-14T21:28:56.000Z'],
    ['2025.03.04 10:15:00', '2025-03-04T10:15:00.000Z'],
    ['20250304101500', '2025-03-04T10:15:00.000Z'],
    ['04.08.2022 17:07:20', '2022-08-04T17:07:20.000Z'],
    ['Mar 4, 2025, 10:15:00 AM', '2025-03-04T10:15:00.000Z'],
    ['March 4, 2025 at 10:15:00 PM EST', '2025-03-05T03:15:00.000Z'],
    ['04 Mar 2025 10:15:00 PM UTC', '2025-03-04T22:15:00.000Z'],
    ['Tue, March 04 2025 10:15', '2025-03-04T10:15:00.000Z'],
    ['03/04/2025 10:15:00 AM UTC', '2025-03-04T10:15:00.000Z'],
    ['03/04/2025 10:15:00 AM -0800', '2025-03-04T18:15:00.000Z'],
  ])('are parsed: %j as %s', (from, iso) => expect(parseInstant(from)?.toISOString()).toBe(iso));

  it.each([
    '0001-01-01T00:00:00Z',
    '0001-01-01T02:00:00+02:00',
    '0001-01-01 00:00:00 +0000 UTC',
    '0000-00-00 00:00:00',
    '2021-13-01T00:00:00Z',
    '2021-10-12T25:00:00Z',
    'datetime',
    'Test 5',
    '',
    '9'.repeat(30),
    0,
    -1,
    1e300,
    true,
    {},
    [],
    '3/4/2025 10:15 AM',
    'Mon Apr 03 02:04:55 CST 2023',
    '32.13.2022 17:07:20',
    'Foo 4, 2025 10:15',
  ])('are not parsed: %j', (from) => expect(parseInstant(from)).toBeUndefined());
});

describe('words', () => {
  const states = word({ 'No Data': 'none', UP: 'up' }, 'state', 'status');

  it('match regardless of case, blanks, - and _', () => {
    for (const said of ['no data', 'NO_DATA', 'no-data', 'NoData'])
      expect(states(alarm({ state: said }))).toBe('none');
  });

  it('are read from the next path if the first holds an unknown word', () => {
    expect(states(alarm({ state: 'odd', status: ' up ' }))).toBe('up');
    expect(states(alarm({ state: 'toString', status: 'constructor' }))).toBeUndefined();
  });

  it.each([
    ['Critical', 'CRITICAL'],
    ['P1', 'CRITICAL'],
    ['SEV-0', 'CRITICAL'],
    ['disaster', 'CRITICAL'],
    ['High', 'ERROR'],
    ['Sev1', 'ERROR'],
    ['warn', 'WARNING'],
    ['Average', 'WARNING'],
    ['P5', 'INFO'],
    ['ok', 'INFO'],
    ['no_data', 'NOT_AVAILABLE'],
    ['None', 'NONE'],
    ['purple', undefined],
    [7, undefined],
  ])('%s is severity %s', (said, meant) => expect(severity('s')(alarm({ s: said }))).toBe(meant));

  it('are mapped by the scale of the sender if it has one', () => {
    const own = severityBy({ high: 'CRITICAL', 5: 'ERROR' }, 's');
    expect(own(alarm({ s: 'High' }))).toBe('CRITICAL');
    expect(own(alarm({ s: 5 }))).toBe('ERROR');
    expect(own(alarm({ s: 'low' }))).toBe('INFO');
    expect(own(alarm({}))).toBeUndefined();
  });
});

describe('labels and resources', () => {
  it('converts label values to text', () => {
    const read = labels('l');
    expect(read(alarm({ l: { a: 'x', b: '' } }))).toEqual({ a: 'x', b: '' });
    expect(read(alarm({ l: { a: 1, b: null, c: {}, d: true } }))).toEqual({ a: '1', d: 'true' });
    expect(read(alarm({ l: ['a'] }))).toBeUndefined();
  });

  it('reads tags in a text, also if it is JSON', () => {
    const read = tagsIn(text('t'));
    expect(read(alarm({ t: 'scope:disk, team=db, production' }))).toEqual({
      scope: 'disk',
      team: 'db',
      production: 'true',
    });
    expect(read(alarm({ t: '[{"tag":"team","value":"db, web"},{"tag":"production","value":""}]' }))).toEqual({
      team: 'db, web',
      production: 'true',
    });
    expect(read(alarm({ t: '' }))).toBeUndefined();
  });

  it('derives the resource from labels or fields', () => {
    const read = resourceByLabel('l', 'instance', 'host');
    expect(read(alarm({ l: { host: 'h', instance: '' } }))).toEqual({
      resource_id: 'h',
      resource_type: 'host',
      name: 'h',
    });
    expect(read(alarm({ l: { other: 'h' } }))).toBeUndefined();
    expect(resource('check', text('name'), text('id'))(alarm({ id: 7, name: 'Home' }))).toEqual({
      resource_id: '7',
      resource_type: 'check',
      name: 'Home',
    });
    expect(resource('check', text('name'))(alarm({}))).toBeUndefined();
  });
});

describe('alarms', () => {
  const find = eitherOf(listAt('data.items'), wholeBody('title', 'a.b'));

  it('are found with their JSON pointers', () => {
    expect(find({ data: { items: [1, 2] } })).toEqual([
      { value: 1, pointer: '/data/items/0' },
      { value: 2, pointer: '/data/items/1' },
    ]);
    expect(find({ a: { b: 0 } })).toEqual([{ value: { a: { b: 0 } }, pointer: '' }]);
    expect(find({ a: {} })).toBeUndefined();
    expect(find([])).toBeUndefined();
    expect(toJsonPointer(['a/b', '~', 0])).toBe('/a~1b/~0/0');
  });
});
