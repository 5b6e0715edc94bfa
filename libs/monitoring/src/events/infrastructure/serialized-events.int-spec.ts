import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseJson } from '#shared/kernel/json.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { createQueryEngine } from '#test/query-engine.js';
import { createEventStore, read, type EventStore } from '../../../test/event-store.js';
import { floorsOf } from '../../../test/retention.js';
import { scopeIn } from '../../../test/webhooks.js';
import { EVENT_FIELDS, type EventInfo } from '../domain/event-record.js';
import { GetEvent, ListEvents } from '../application/read-events.js';
import { GetEventHandler, ListEventsHandler } from './event-resource.js';

const SMALL = 86_400_000;
let store: EventStore;

beforeAll(async () => (store = await createEventStore()));
afterAll(() => store.close());

const getEvent = (event_id: string, only?: string[]) =>
  new GetEventHandler(store.pool, floorsOf()).execute(new GetEvent(scopeIn('d1'), event_id, only));
const listed = async (event_id: string, more: object = {}) => {
  const filter = [{ k: 'event_id', v: event_id, o: 'eq' }];
  return (await store.list({ filter, ...more })).results[0] as EventInfo;
};
/** The record as it is in a response. */
const roundTripJson = (record: unknown) => parseJson(JSON.stringify(record));

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"', '\\', '\n\t\u0001\u001F\u007F', '\u2028', '€😀', '', '{"a": 1}'),
);
const storable = text.map((value) => value.replaceAll('\u0000', '').toWellFormed());

describe('a listed event', () => {
  it('equals the event from GetEvent for any content', async () => {
    const given = fc.record({
      title: storable,
      provider: fc.option(storable),
      resource_name: fc.option(storable),
      raw_data: fc.dictionary(
        storable,
        fc.oneof(storable, fc.double({ noNaN: true, noDefaultInfinity: true })),
      ),
      age: fc.integer({ min: 0, max: SMALL }),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ age, ...more }) => {
        const event_id = await store.add({ ...more, created_at: new Date(Date.now() - age) });
        const one = await listed(event_id);
        expect(Object.keys(one)).toEqual(Object.keys(EVENT_FIELDS));
        expect(one).toEqual(roundTripJson(await getEvent(event_id)));
      }),
      { numRuns: 40 },
    );
  });

  it.each<[string, string[]]>([
    ['fields in the order asked for', ['title', 'event_id', 'created_at']],
    ['parts of objects', ['raw_data.labels', 'resource.name', 'title', 'raw_data.none']],
    ['an object and a part of it', ['plugin_info.version', 'plugin_info']],
  ])('has %s', async (_, only) => {
    const event_id = await store.add({
      raw_data: { labels: { job: 'node' }, big: 1 },
      resource_name: 'host',
    });
    const one = await listed(event_id, { only });
    expect(JSON.stringify(one)).toBe(JSON.stringify(await getEvent(event_id, only)));
  });

  it('keeps every digit', async () => {
    const event_id = await store.add();
    await store.pool.query(
      `update event set raw_data = '{"n": 12345678901234567890.10}' where title = 'one'`,
    );
    expect(JSON.stringify((await listed(event_id)).raw_data)).toBe('{"n":12345678901234567890.10}');
  });

  it('has times in UTC with milliseconds in any time zone of the connection', async () => {
    const created_at = new Date(Math.floor(Date.now() / 1000) * 1000);
    const events = [0, 7, 120].map((ms) => new Date(created_at.getTime() + ms));
    for (const at of events) await store.add({ domain_id: 'zones', created_at: at });
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/New_York']) {
      const pool = new QueryPool({ connectionString: store.url, options: `-c timezone=${zone}` });
      // The database is dropped while connections are still closing.
      pool.on('error', () => undefined);
      const list = new ListEventsHandler(createQueryEngine(pool), floorsOf());
      const { results } = read(await list.execute(new ListEvents(scopeIn('zones'), {})));
      expect(results.map((event) => event.created_at)).toEqual(
        events.toReversed().map((at) => at.toISOString()),
      );
      await pool.end();
    }
  });
});
