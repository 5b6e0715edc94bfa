import { Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import type { ProcessedWebhook } from '../application/ports/processing-log.js';
import { alarm } from '../../../test/alarms.js';
import { hashKey, type AlarmState } from '../domain/alarm.js';
import { readStates, writeStates } from './alarm-states.js';

const WEBHOOK: ProcessedWebhook = {
  uuid: '01910000-0000-7000-8000-000000000001',
  domain_id: 'd1',
  project_id: 'p1',
  plugin_id: 'prometheus',
  plugin_version: '1.0.0',
  name: 'w1',
  settings: { labels: {} },
};
const EVENT = '01910000-0000-7000-8000-00000000000';
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second));

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function read(client: PoolClient): Promise<AlarmState | undefined> {
  const [states] = await readStates(client, [{ webhook: WEBHOOK, keyHashes: [hashKey('k')] }]);
  return states?.get(hashKey('k'));
}

async function stored(state: AlarmState): Promise<AlarmState | undefined> {
  const client = await pool.connect();
  try {
    await writeStates(
      client,
      [{ webhook: WEBHOOK, states: new Map([[hashKey('k'), state]]), newKeys: new Set() }],
      'ignore',
    );
    return await read(client);
  } finally {
    client.release();
  }
}

const state: AlarmState = {
  alert_id: `${EVENT}9`,
  open: true,
  last_received_at: at(30),
  severity: 'ERROR',
  openings: [
    { at: at(-20), flapping: false },
    { at: at(-5), flapping: true },
  ],
  repeats: [
    {
      fingerprint: '0123456789abcdef',
      event_id: `${EVENT}1`,
      received_at: at(0),
      heard_at: at(30),
      event_time: at(-5),
      recovery: true,
    },
    {
      fingerprint: 'fedcba9876543210',
      event_id: `${EVENT}2`,
      received_at: at(9),
      heard_at: at(9),
      event_time: null,
      recovery: false,
    },
  ],
  started_at: at(-7),
  recovered_at: at(9),
  recovered_again_at: at(10),
  hold: {
    at: at(9),
    until: at(369),
    alarm: alarm({ created_at: at(9), occurred_at: at(-7), occurred_at_is: 'start', title: 'Fires again' }),
  },
  heard: { at: at(10), digest: '00112233aabbccdd', event_id: `${EVENT}2` },
  quiet: { at: at(11), until: at(3_611), severity: 'WARNING' },
};

it('a state is read as it was written', async () => {
  expect(await stored(state)).toEqual(state);
  const plain = { ...state, hold: null, heard: null, quiet: null };
  expect(await stored(plain)).toEqual(plain);
  const unknown = { ...plain, started_at: null, recovered_at: null, recovered_again_at: null };
  expect(await stored(unknown)).toEqual(unknown);
});

it('ignores what the previous release left unchanged when it stored another event', async () => {
  await stored(state);
  await pool.query(
    `update alarm_state set repeats = substring(repeats from 1 for octet_length(repeats) / 2)`,
  );
  const client = await pool.connect();
  expect(await read(client)).toMatchObject({ started_at: null, hold: null, heard: null });
  client.release();
});

it('keeps the event times of known repeats when the previous release writes a state', async () => {
  await stored(state);
  await pool.query(
    `update alarm_state set repeats = substring(repeats from 1 for octet_length(repeats) / 2)`,
  );
  const client = await pool.connect();
  const [first] = (await read(client))?.repeats ?? [];
  await client.query(
    `update alarm_state set repeats = overlay(repeats placing decode(repeat('ab', 16), 'hex') from 9)`,
  );
  const [other] = (await read(client))?.repeats ?? [];
  client.release();
  expect([first?.event_time, other?.event_time]).toEqual([at(-5), null]);
});
