import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventStore, type EventStore } from '../../../test/event-store.js';
import { addSampleEvents, at } from '../../../test/sample-events.js';

let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  await addSampleEvents(store);
});
afterAll(() => store.close());

describe('a stat of events', () => {
  const stages = (...aggregate: unknown[]) => store.stat({ aggregate });

  it('knows every operator of a group', async () => {
    const field = (operator: string, key?: string, more = {}) => ({ name: operator, operator, key, ...more });
    const { results } = await stages(
      { sort: { key: 'created_at' } },
      {
        group: {
          fields: [
            field('count'),
            field('sum', 'raw_data.n'),
            field('average', 'raw_data.n'),
            field('max', 'created_at'),
            field('min', 'title'),
            field('first', 'severity'),
            field('last', 'title'),
            field('push', undefined, { fields: [{ key: 'severity', name: 's' }, { key: 'webhook_id' }] }),
            field('add_to_set', 'severity'),
            field('merge_objects', 'raw_data'),
            {
              name: 'severe',
              operator: 'count',
              conditions: [{ key: 'severity', value: 'ERROR', operator: 'eq' }],
            },
          ],
        },
      },
    );
    const [row = {}] = results as Record<string, unknown>[];
    expect(row).toMatchObject({
      count: 4,
      sum: 10,
      average: 5,
      max: at(4).toISOString(),
      min: 'Disk and CPU',
      first: 'CRITICAL',
      last: 'cpu disk',
      add_to_set: ['CRITICAL', 'ERROR', 'INFO'],
      merge_objects: { n: 'x', big: 1, when: '2026-01-02T03:04:05Z' },
      severe: 2,
    });
    expect(row['push']).toHaveLength(4);
    expect((row['push'] as unknown[])[2]).toEqual({
      s: 'ERROR',
      webhook_id: expect.stringMatching(/^webhook_/),
    });
  });

  it('unwinds, calculates and counts', async () => {
    expect(
      await stages(
        { unwind: { path: 'raw_data.tags' } },
        {
          group: {
            keys: [{ key: 'raw_data.tags.key', name: 'tag' }],
            fields: [{ key: 'raw_data.tags.n', name: 'n', operator: 'sum' }],
          },
        },
        {
          project: {
            fields: [
              { name: 'half', operator: 'divide', fields: ['n', 2] },
              { name: 'none', operator: 'divide', fields: ['n', 0] },
            ],
          },
        },
        { sort: { key: 'half', desc: true } },
      ),
    ).toEqual({
      results: [
        { tag: 'b', half: 1, none: null },
        { tag: 'a', half: 0.5, none: null },
      ],
    });
    expect(await stages({ unwind: { path: 'raw_data.nothing' } }, { count: { name: 'n' } })).toEqual({
      results: [{ n: 0 }],
    });
    expect(
      await stages(
        {
          group: {
            keys: [{ key: 'severity' }],
            fields: [{ key: 'title', name: 'titles', operator: 'push' }],
          },
        },
        { project: { fields: [{ key: 'titles', name: 'many', operator: 'size' }], exclude_keys: true } },
        { skip: 1 },
        { limit: 1 },
      ),
    ).toEqual({ results: [{ many: 2 }] });
  });

  it('matches the rows of a group', async () => {
    const count = { name: 'n', operator: 'count' };
    const newest = { name: 'newest', operator: 'max', key: 'created_at' };
    const group = { keys: [{ key: 'severity' }], fields: [count, newest] };
    const on = (k: string, v: unknown, o: string) => ({ k, v, o });
    const severities = async (match: unknown) =>
      (await stages({ group }, { match })).results.map((row) => (row as Record<string, unknown>)['severity']);
    expect(await severities([on('n', 2, 'gte')])).toEqual(['ERROR']);
    expect(await severities({ filter: [on('severity', 'INFO', 'gt'), on('n', [1], 'in')] })).toEqual([
      'CRITICAL',
    ]);
    const either = [on('newest', at(4).toISOString(), 'datetime_gte'), on('severity', 'crit', 'contain')];
    expect(await severities({ filter_or: either })).toEqual(['INFO', 'CRITICAL']);
    expect(await stages({ match: [on('title', 'cpu', 'contain')] }, { count: { name: 'n' } })).toEqual({
      results: [{ n: 3 }],
    });
    await expect(stages({ group }, { match: [on('title', 'x', 'eq')] })).rejects.toMatchObject({
      errors: [{ field: 'query.aggregate[1].match[0].k' }],
    });
  });

  it('converts objects to arrays and back, and formats dates in the requested time zone', async () => {
    expect(
      await stages(
        {
          group: {
            keys: [{ key: 'created_at', name: 'hour', date_format: 'hour', time_zone: 'Asia/Kolkata' }],
            fields: [{ key: 'additional_info', name: 'info', operator: 'merge_objects' }],
          },
        },
        { project: { fields: [{ key: 'info', name: 'pairs', operator: 'object_to_array' }] } },
        { project: { fields: [{ key: 'pairs', name: 'again', operator: 'array_to_object' }] } },
        { sort: { key: 'again.region' } },
        { limit: 1 },
      ),
    ).toEqual({ results: [{ hour: 9, again: { region: 'eu' } }] });
  });

  it('returns public ids after any number of stages', async () => {
    const filter = [{ k: 'title', v: ['memory', 'cpu disk'], o: 'in' }];
    const events = (await store.list({ filter })).results as Record<string, string>[];
    const ids = events.map((event) => event['alert_id'] ?? '').toSorted();
    const webhook = (title: string) => events.find((event) => event['title'] === title)?.['webhook_id'];
    const byWebhook = (operator: string, more = {}) => ({
      group: { keys: [{ key: 'webhook_id' }], fields: [{ name: 'of', operator, ...more }] },
    });
    const ask = async (...aggregate: object[]) =>
      (await store.stat({ filter, aggregate })).results as Record<string, unknown>[];
    const unwound = [byWebhook('add_to_set', { key: 'alert_id' }), { unwind: { path: 'of' } }];
    const count = { name: 'n', operator: 'count' };

    expect(await ask(...unwound, { group: { keys: [{ key: 'of', name: 'id' }], fields: [count] } })).toEqual(
      ids.map((id) => ({ id, n: 1 })),
    );
    const fields = ['min', 'max', 'first', 'push', 'add_to_set'].map((operator) => ({
      name: operator,
      key: 'of',
      operator,
    }));
    const one = { ...count, conditions: [{ key: 'of', value: ids[0], operator: 'eq' }] };
    const beyond = { ...count, name: 'beyond', conditions: [{ key: 'of', value: ids[0], operator: 'gt' }] };
    expect(
      await ask(...unwound, { sort: { key: 'of' } }, { group: { fields: [...fields, one, beyond] } }),
    ).toEqual([{ min: ids[0], max: ids[1], first: ids[0], push: ids, add_to_set: ids, n: 1, beyond: 1 }]);

    const pushed = byWebhook('push', {
      fields: [
        { key: 'webhook_id', name: 'w' },
        { key: 'title', name: 't' },
      ],
    });
    const whole = [webhook('cpu disk'), webhook('memory')].toSorted();
    expect(
      await ask(
        pushed,
        { unwind: { path: 'of' } },
        {
          project: {
            fields: [
              { key: 'of.w', name: 'w' },
              { key: 'of.t', name: 't' },
            ],
            exclude_keys: true,
          },
        },
        { sort: { key: 't' } },
      ),
    ).toEqual([
      { w: webhook('cpu disk'), t: 'cpu disk' },
      { w: webhook('memory'), t: 'memory' },
    ]);
    expect(
      await ask(
        pushed,
        { project: { fields: [{ key: 'of.0.w', name: 'w' }], exclude_keys: true } },
        { sort: { key: 'w' } },
      ),
    ).toEqual(whole.map((w) => ({ w })));
    expect(
      await ask(
        pushed,
        { unwind: { path: 'of' } },
        {
          group: {
            keys: [{ key: 'webhook_id', name: 'w' }],
            fields: [{ name: 'm', key: 'of', operator: 'merge_objects' }],
          },
        },
        { sort: { key: 'm.t' } },
      ),
    ).toEqual([
      { w: webhook('cpu disk'), m: { w: webhook('cpu disk'), t: 'cpu disk' } },
      { w: webhook('memory'), m: { w: webhook('memory'), t: 'memory' } },
    ]);
    const none = { conditions: [{ key: 'severity', value: 'CRITICAL', operator: 'eq' }] };
    const empty = byWebhook('push', { fields: [{ key: 'webhook_id' }], ...none });
    const merged = { group: { fields: [{ name: 'm', key: 'of', operator: 'merge_objects' }] } };
    expect(await ask(empty, { unwind: { path: 'of' } }, merged)).toEqual([{ m: {} }]);
  });

  it('formats adjacent parts of a date format like separate ones', async () => {
    const parts = ['%Y', '%m', '%d', '%H', '%M', '%S', '%j', '%G', '%V', '%u'];
    const pairs = parts.flatMap((one) => parts.map((other) => [one, other] as const));
    const asked = [...parts, ...pairs.map((pair) => pair.join('')), '%Yth"%m', '%H"%M'];
    const formatted = new Map<string, string>();
    for (let from = 0; from < asked.length; from += 40) {
      const some = asked.slice(from, from + 40);
      const keys = some.map((date_format) => ({ key: 'created_at', name: date_format, date_format }));
      const { results } = await store.stat({
        filter: [{ k: 'title', v: 'memory', o: 'eq' }],
        aggregate: [{ group: { keys } }],
      });
      for (const [format, written] of Object.entries(results[0] as Record<string, string>))
        formatted.set(format, written);
    }
    for (const [one, other] of pairs) {
      expect(formatted.get(`${one}${other}`)).toBe(`${formatted.get(one)}${formatted.get(other)}`);
    }
    expect(formatted.get('%Yth"%m')).toBe(`${formatted.get('%Y')}th"${formatted.get('%m')}`);
    expect(formatted.get('%H"%M')).toBe(`${formatted.get('%H')}"${formatted.get('%M')}`);
  });

  it.each([
    ['CET', '14'],
    ['met', '14'],
    ['EET', '15'],
    ['WET', '13'],
    ['EST', '07'],
    ['PRC', '20'],
    ['Cuba', '08'],
  ])('knows the time zone %s with its daylight saving', async (time_zone, hour) => {
    await store.add({ domain_id: time_zone, raw_data: { at: '2026-07-01T12:00:00Z' } });
    const keys = [{ key: 'raw_data.at', name: 'hour', date_format: '%H', time_zone }];
    expect(await store.stat({ aggregate: [{ group: { keys } }] }, time_zone)).toEqual({
      results: [{ hour }],
    });
  });

  it('is paged and counted', async () => {
    const aggregate = [
      { group: { keys: [{ key: 'severity' }], fields: [{ name: 'n', operator: 'count' }] } },
    ];
    expect(await store.stat({ aggregate, page: { start: 2, limit: 1 } })).toEqual({
      results: [{ severity: 'ERROR', n: 2 }],
      total_count: 3,
    });
    expect(await store.stat({ aggregate, page: { start: 9, limit: 1 } })).toEqual({
      results: [],
      total_count: 3,
    });
  });
});
