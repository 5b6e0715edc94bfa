import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { formatId, newUuid } from '#shared/kernel/ids.js';
import { floorsOf } from '../../../test/retention.js';
import { MAX_PASSED_RAW_DATA } from '../../contracts/stored-events.js';
import { PostgresStoredEvents } from './postgres-stored-events.js';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** @returns the public id of a stored event */
async function event(
  domain_id: string,
  title: string,
  raw_data: object = {},
  at = new Date(),
): Promise<string> {
  const id = newUuid(at);
  await pool.query(
    `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type, severity,
       title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at, labels)
     values ($1, $2, $2, 'p1', $2, $2, 'k', 'ALERT', 'ERROR', $3, '', $4, '{"n": 1.50}', 'direct', '1.0.0', $5, $5,
       '{"team": "db"}')`,
    [domain_id, id, title, JSON.stringify(raw_data), at],
  );
  return formatId('event', id);
}

it('finds the events of several domains and weeks with one statement, each once', async () => {
  const ids = [
    await event('d1', 'one', { a: [1] }),
    await event('d2', 'other'),
    await event('d1', 'of last week', {}, new Date(Date.now() - 7 * DAY_MS)),
  ] as const;
  let statements = 0;
  const query = (...given: [string]) => {
    statements += 1;
    return pool.query(...given);
  };
  const events = new PostgresStoredEvents({ query } as unknown as Pool, floorsOf());
  const found = await events.find([
    { domain_id: 'd1', event_id: ids[0] },
    { domain_id: 'd2', event_id: ids[1] },
    { domain_id: 'd1', event_id: ids[2] },
    { domain_id: 'd1', event_id: ids[0] },
  ]);
  expect(statements).toBe(1);
  expect(ids.map((id) => found.get(id)?.title)).toEqual(['one', 'other', 'of last week']);
  expect(found.get(ids[0])).toMatchObject({ domain_id: 'd1', raw_data: { a: [1] }, labels: { team: 'db' } });
  expect(JSON.stringify(found.get(ids[0])?.additional_info)).toBe('{"n":1.50}');
});

it('finds neither an event of another domain nor one that is gone', async () => {
  const events = new PostgresStoredEvents(pool, floorsOf());
  const wanted = [
    { domain_id: 'd2', event_id: await event('d1', 'of another domain') },
    { domain_id: 'd1', event_id: formatId('event', newUuid(new Date(0))) },
  ];
  expect(await events.find(wanted)).toEqual(new Map());
  expect(await events.find([])).toEqual(new Map());
});

it('finds no event that is past the shorter retention of its domain, although it is still stored', async () => {
  const events = new PostgresStoredEvents(pool, floorsOf({ short: 2 }));
  const before = new Date(Date.now() - 3 * DAY_MS);
  const wanted = [
    { domain_id: 'short', event_id: await event('short', 'past', {}, before) },
    { domain_id: 'short', event_id: await event('short', 'kept') },
    { domain_id: 'd1', event_id: await event('d1', 'of a domain with the general retention', {}, before) },
  ];
  const found = await events.find(wanted);
  expect([...found.values()].map(({ title }) => title).toSorted()).toEqual([
    'kept',
    'of a domain with the general retention',
  ]);
});

it('leaves out raw data that is longer than the maximum, however it is stored', async () => {
  const events = new PostgresStoredEvents(pool, floorsOf());
  const textOf = (length: number, character: () => string) => ({
    text: Array.from({ length: length - '{"text": ""}'.length }, character).join(''),
  });
  const random = () => String.fromCodePoint(97 + Math.floor(Math.random() * 26));
  const ids = [
    await event('d1', 'long enough', textOf(MAX_PASSED_RAW_DATA, random)),
    await event('d1', 'numbers', { n: Array.from({ length: 20_000 }, () => 7) }),
    await event('d1', 'too long', textOf(MAX_PASSED_RAW_DATA + 1, random)),
    await event(
      'd1',
      'compressed',
      textOf(MAX_PASSED_RAW_DATA * 20, () => 'a'),
    ),
    await event('d1', 'very long', textOf(MAX_PASSED_RAW_DATA * 10, random)),
  ];
  const found = await events.find(ids.map((event_id) => ({ domain_id: 'd1', event_id })));
  expect(ids.map((id) => [found.get(id)?.title, found.get(id)?.raw_data === null])).toEqual([
    ['long enough', false],
    ['numbers', false],
    ['too long', true],
    ['compressed', true],
    ['very long', true],
  ]);
});
