import { describe, expect, it } from 'vitest';
import { CursorCodec } from './cursor.js';
import { compileList } from './list.js';
import type { Resource } from './resource.js';
import { compileStatistics, parseStatistics } from './statistics.js';

const THINGS: Resource = {
  name: 'Thing',
  relation: 'thing',
  id: 'thing_id',
  fields: {
    thing_id: { type: 'id', kind: 'event', sql: 'r.thing_id', required: true },
    name: { type: 'text', sql: 'r.name', required: true },
    size: { type: 'number', sql: 'r.size' },
    made_at: { type: 'date', sql: 'r.made_at' },
    state: { type: 'enum', values: ['ON', 'OFF'], none: 'NONE', sql: 'r.state' },
    key: { type: 'secret', sql: 'r.digest', digest: (value) => Buffer.from(value) },
    data: { type: 'json', sql: 'r.data' },
    parts: { type: 'json', objects: true, sql: 'r.parts' },
    limits: { type: 'json', closed: true, sql: 'r.limits' },
    'limits.day': { type: 'number', sql: 'r.day' },
  },
  record: ['thing_id', 'name', 'size', 'made_at', 'state', 'key', 'data'],
  synonyms: { called: 'name' },
  keywords: ['name'],
  order: [{ key: 'name' }],
  minimal: ['thing_id', 'name'],
};
const now = new Date('2026-11-20T10:00:00.000Z');
const cursors = new CursorCodec(Buffer.alloc(32, 1));
const list = (query: unknown) =>
  compileList(THINGS, { domain_id: 'd1', query, now, select: () => '*' }, cursors);
const stat = (query: unknown) => compileStatistics(THINGS, parseStatistics(query), { domain_id: 'd1', now });
const on = (k: unknown, v: unknown, o: unknown) => ({ filter: [{ k, v, o }] });
const stages = (...aggregate: unknown[]) => ({ aggregate });

const refused = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    const { code, errors } = error as { code: string; errors: { field: string; reason: string }[] };
    return { code, ...errors[0] };
  }
  return 'taken';
};

it('takes words of enumerations in any case, also the one that means "not given"', () => {
  const text = JSON.stringify(list(on('state', ['on', 'Off'], 'in')));
  expect(text).toContain('["ON","OFF"]');
  expect(list(on('state', 'none', 'eq')).page).toEqual(list({}).page);
});

it('quotes an operator that is not allowed, as some operators begin with "not"', () => {
  const reason = expect.stringContaining(', match, not "EQ"') as string;
  expect(refused(() => list(on('name', 'x', 'EQ')))).toMatchObject({ reason });
});

it('takes alternative names of keys in `only`', () => {
  expect(list({ only: ['called', 'size'] }).only).toEqual(['name', 'size']);
});

it('says which key and operator were probably meant', () => {
  expect(refused(() => list(on('nmae', 'x', 'eq')))).toMatchObject({
    reason: expect.stringContaining('did you mean name?') as string,
  });
  expect(refused(() => list(on('name', 'x', 'contains')))).toMatchObject({
    reason: expect.stringContaining('did you mean contain?') as string,
  });
});

it.each(['limits', 'parts'])('refuses distinct on %s, an object, and not on its fields', (distinct) => {
  expect(refused(() => stat({ distinct }))).toMatchObject({ field: 'query.distinct' });
  expect(refused(() => stat({ distinct: `${distinct}.day` }))).toBe('taken');
});

describe('errors of invalid queries', () => {
  it.each<[string, unknown]>([
    ['query', 'text'],
    ['query.colour', { colour: 1 }],
    ['query.filter', { filter: {} }],
    ['query.filter[0]', { filter: ['x'] }],
    ['query.filter[0].o', on('name', 'x', 'like')],
    ['query.filter[0].k', on('colour', 'x', 'eq')],
    ['query.filter[0].k', on('constructor', 'x', 'eq')],
    ['query.sort.key', { sort: { key: '__proto__' } }],
    ['query.filter[0].k', on('data.1.2.3.4.5.6.7.8', 'x', 'eq')],
    ['query.filter[0].k', on('data["x', 'x', 'eq')],
    ['query.filter[0].k', on('data["x"]y', 'x', 'eq')],
    ['query.filter[0].k', on(String.raw`data["\u0000"]`, 'x', 'eq')],
    ['query.only[0]', { only: ['data["x'] }],
    ['query.filter[0].key', { filter: [{ key: 'colour', value: 'x', operator: 'eq' }] }],
    ['query.filter[0].operator', { filter: [{ key: 'key', value: 'x', operator: 'contain' }] }],
    ['query.filter[0].v', on('size', 'x', 'eq')],
    ['query.filter[0].v', on('name', 5, 'eq')],
    ['query.filter[0].v', on('state', 'UP', 'eq')],
    ['query.filter[0].v', on('thing_id', 'alert_x', 'eq')],
    ['query.filter[0].o', on('thing_id', 'x', 'contain')],
    ['query.filter[0].o', on('key', 'x', 'contain')],
    ['query.filter[0].o', on('key', 'x', 'not')],
    ['query.filter[0].v[1]', on('name', ['x', 5], 'in')],
    ['query.filter[0].v', on('name', 'x', 'in')],
    [
      'query.filter[0].v',
      on(
        'name',
        Array.from({ length: 1001 }, () => 'x'),
        'in',
      ),
    ],
    ['query.filter[0].v', on('made_at', '2026-02-30', 'gte')],
    ['query.filter[0].v', on('made_at', 'yesterday', 'datetime_gte')],
    ['query.filter[0].v', on('made_at', 'now - 7 y', 'timediff_gte')],
    ['query.filter[0].v', on('made_at', 'now - 999999999w', 'timediff_gte')],
    ['query.filter[0].v', on('name', 'x'.repeat(201), 'regex')],
    ['query.filter[0].v', on('name', '(a)\\1', 'regex')],
    ['query.filter[0].v', on('name', 'a{51}', 'regex')],
    ['query.filter[0].v', on('data', 'x', 'match')],
    ['query.filter[0].v', on('name', 'a\u0000', 'eq')],
    ['query.filter[0].v', on('data', { a: ['\u0000'] }, 'match')],
    ['query.filter[0].v', on('data', { '\uD800': 1 }, 'match')],
    ['query.filter[0].k', { filter: [{ k: 'name', key: 'name', v: 'x', o: 'eq' }] }],
    ['query.filter', { filter: Array.from({ length: 51 }, () => on('name', 'x', 'eq').filter[0]) }],
    ['query.sort.key', { sort: { key: 'colour' } }],
    ['query.sort[0].key', { sort: [{ key: 'key' }] }],
    ['query.sort.keys[1].desc', { sort: { keys: [{ key: 'name' }, { key: 'size', desc: 1 }] } }],
    ['query.page.limit', { page: { limit: -1 } }],
    ['query.page.start', { page: { start: -1 } }],
    ['query.unwind', { unwind: 'data' }],
    ['query.unwind.path', { unwind: { path: '' } }],
    ['query.unwind.path', { unwind: { path: 'name' } }],
    ['query.unwind.path', { unwind: { path: 'colour' } }],
    ['query.sort.key', { sort: { desc: true } }],
    ['query.page', { page: { start: 99_999, limit: 2 } }],
    ['query.page.cursor', { page: { cursor: 'e30.x' } }],
    ['query.only[0]', { only: ['colour.red'] }],
    ['query.minimal', { minimal: 'yes' }],
    ['query.keyword', { keyword: 5 }],
  ])('name %s in a list query', (field, query) => {
    expect(refused(() => list(query))).toMatchObject({ code: 'ERROR_INVALID_QUERY', field });
  });

  it.each<[string, unknown]>([
    ['query', {}],
    ['query', { distinct: 'name', aggregate: [] }],
    ['query.distinct', { distinct: 'key' }],
    ['query.aggregate', { aggregate: Array.from({ length: 11 }, () => ({ limit: 1 })) }],
    ['query.aggregate[0]', stages({ limit: 1, skip: 1 })],
    ['query.aggregate[0].limit', stages({ limit: 0 })],
    ['query.aggregate[0].unwind.path', stages({ unwind: { path: 'name' } })],
    ['query.aggregate[0].match', stages({ match: {} })],
    ['query.aggregate[0].match.colour', stages({ match: { colour: 1 } })],
    ['query.aggregate[0].match.filter[0].o', stages({ match: on('name', 'x', 'like') })],
    [
      'query.aggregate[1].match[1].k',
      stages(
        { group: { keys: [{ key: 'name', name: 'n' }] } },
        { match: [on('n', 'x', 'eq').filter[0], on('name', 'x', 'eq').filter[0]] },
      ),
    ],
    ['query.aggregate[0].group', stages({ group: {} })],
    [
      'query.aggregate[0].group.fields[0].operator',
      stages({ group: { fields: [{ name: 'n', operator: 'median' }] } }),
    ],
    [
      'query.aggregate[0].group.fields[0].operator',
      stages({ group: { fields: [{ name: 'n', key: 'name', operator: 'sum' }] } }),
    ],
    ...[undefined, 0, 100.1, -1, '50', null].map((percentile): [string, unknown] => [
      'query.aggregate[0].group.fields[0].percentile',
      stages({ group: { fields: [{ name: 'n', key: 'size', operator: 'percentile', percentile }] } }),
    ]),
    [
      'query.aggregate[0].group.fields[0].percentile',
      stages({ group: { fields: [{ name: 'n', key: 'size', operator: 'sum', percentile: 50 }] } }),
    ],
    [
      'query.aggregate[0].group.fields[0].operator',
      stages({ group: { fields: [{ name: 'n', key: 'name', operator: 'percentile', percentile: 50 }] } }),
    ],
    [
      'query.aggregate[0].group.fields[0].key',
      stages({ group: { fields: [{ name: 'n', operator: 'percentile', percentile: 50 }] } }),
    ],
    [
      'query.aggregate[0].group.fields[0].key',
      stages({ group: { fields: [{ name: 'n', key: 'key', operator: 'push' }] } }),
    ],
    [
      'query.aggregate[0].group.keys[0].date_format',
      stages({ group: { keys: [{ key: 'made_at', date_format: '%Q' }] } }),
    ],
    [
      'query.aggregate[0].group.keys[0].date_format',
      stages({ group: { keys: [{ key: 'made_at', date_format: 'minute' }] } }),
    ],
    ...['Mars/One', '+02:00', 'CST', 'ist'].map((time_zone): [string, unknown] => [
      'query.aggregate[0].group.keys[0].time_zone',
      stages({ group: { keys: [{ key: 'made_at', date_format: 'day', time_zone }] } }),
    ]),
    [
      'query.aggregate[1].sort.key',
      stages({ group: { fields: [{ name: 'n', operator: 'count' }] } }, { sort: { key: 'name' } }),
    ],
    ['query.page.cursor', { distinct: 'name', page: { cursor: 'x' } }],
  ])('name %s in a statistics query', (field, query) => {
    expect(refused(() => stat(query))).toMatchObject({ code: 'ERROR_INVALID_QUERY', field });
  });

  it('name query.page.cursor if the cursor has another number of sort terms', () => {
    const page = (cursor: string) => ({ page: { cursor } });
    const encoded = list({}).cursorAfter({ cursor_0: 'a', cursor_1: null }, 5, false);
    expect(refused(() => list(page(encoded)))).toBe('taken');
    const one = { after: ['a'], total_count: 5, estimated: false, now: 0 };
    const identity = JSON.stringify(['Thing', 'd1', null, null, null, null, null]);
    expect(refused(() => list(page(cursors.encode({ ...one, after: ['a', null] }, identity))))).toBe('taken');
    expect(refused(() => list(page(cursors.encode(one, identity))))).toMatchObject({
      code: 'ERROR_INVALID_QUERY',
      field: 'query.page.cursor',
    });
  });

  it('list the allowed values or fields', () => {
    expect(refused(() => list(on('state', 'UP', 'eq')))).toMatchObject({ reason: 'must be one of ON, OFF' });
    expect(refused(() => list(on('colour', 'x', 'eq')))).toMatchObject({
      reason: expect.stringContaining('thing_id, name, size, made_at, state, key, data'),
    });
  });
});

describe('compiled statements', () => {
  it('contain no text of the caller', () => {
    const evil = `x'; drop table thing; -- "$1`;
    const query = {
      filter: [{ k: `data.${evil}`, v: evil, o: 'eq' }],
      filter_or: [{ k: 'name', v: evil, o: 'regex' }],
      keyword: evil,
      sort: { key: `data.${evil}` },
    };
    const grouped = stages({
      group: {
        keys: [
          { key: `data.${evil}`, name: evil },
          { key: 'made_at', name: 'd', date_format: `%Y ${evil}` },
        ],
        fields: [{ name: `${evil}2`, operator: 'push', fields: [{ key: 'name', name: evil }] }],
      },
    });
    const texts = [list(query).page?.text, list(query).count.text, stat(grouped).statement.text];
    for (const text of texts) expect(text).not.toMatch(/drop|x'/);
  });

  it('have no condition for the none value of an enum', () => {
    expect(list(on('state', 'NONE', 'eq')).count.text).toBe(list({}).count.text);
  });
});

describe('notations of other systems', () => {
  it.each([
    ['2026-11-22 10:00:00', '2026-11-22T10:00:00.0Z'],
    ['2026-11-22T10:00:00.123+0900', '2026-11-22T10:00:00.123+09:00'],
    ['2026-11-22 10:00-0330', '2026-11-22T10:00:00.0-03:30'],
    ['2026-11-22 10:00:00+09', '2026-11-22T10:00:00.0+09:00'],
    ['2026-11-22', '2026-11-22T00:00:00.0Z'],
  ])('include %s as a time', (given, instant) => {
    expect(list(on('made_at', given, 'gte')).count.values).toContain(instant);
    expect(list(on('data.at', given, 'datetime_lt')).count.values).toContain(instant);
  });

  it.each([
    '2026-11-22  10:00',
    '2026-11-22 10:00 +0900',
    '2026-11-22 24:00',
    '2026-11-22T10:00+090',
    '2026-02-30 10:00',
  ])('do not include %s as a time', (given) =>
    expect(refused(() => list(on('made_at', given, 'gte')))).toMatchObject({ field: 'query.filter[0].v' }),
  );

  it('include limit 0 for the maximum, start 0 for the beginning and {} for the default order', () => {
    expect(list({ page: { limit: 0, start: 0 }, sort: {} })).toMatchObject({ limit: 1000, offset: 0 });
    expect(list({ sort: {} }).page?.text).toBe(list({}).page?.text);
    expect(parseStatistics({ distinct: 'name', page: { limit: 0 } }).page).toEqual({
      start: 1,
      limit: 10_000,
    });
  });
});

describe('relative times', () => {
  it.each([
    ['now', '2026-11-20T10:00:00.000Z'],
    ['now/d - 7d', '2026-11-13T00:00:00.000Z'],
    ['now/w', '2026-11-16T00:00:00.000Z'],
    [' now/m+1h ', '2026-11-01T01:00:00.000Z'],
    ['now-90s', '2026-11-20T09:58:30.000Z'],
  ])('resolve %s to %s', (given, instant) => {
    expect(list(on('made_at', given, 'timediff_gte')).count.values).toContain(instant);
  });
});
