import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, type AppUnderTest } from './processes.js';

const LIMIT = 2;
const CONDITIONS = [{ k: 'severity', v: 'WARNING', o: 'eq' }];
const INHIBITION = { source: CONDITIONS, target: CONDITIONS };
const SILENCE = { reason: 'r', filter: [], ends_at: 'now + 1h' };

let database: TestDatabase;
let api: AppUnderTest;
beforeAll(async () => {
  database = await createTestDatabase();
  const env = Object.fromEntries(
    ['WEBHOOKS', 'SUBSCRIPTIONS', 'SILENCES', 'INHIBITIONS', 'ON_CALL', 'ESCALATIONS'].map((name) => [
      `MAX_${name}`,
      String(LIMIT),
    ]),
  );
  api = await startApi({ databaseUrl: database.url, env: { ...env, NOTIFICATION_ALLOW: '127.0.0.1' } });
});
afterAll(async () => {
  await api?.kill();
  await database?.drop();
});

describe.each([
  ['webhook', 'monitoring/v1/webhooks', { project_id: 'p', plugin_info: { plugin_id: 'direct' } }],
  [
    'subscription',
    'notification/v1/subscriptions',
    { protocol_id: 'webhook', options: { url: 'http://127.0.0.1:9/' } },
  ],
  ['silence', 'notification/v1/silences', SILENCE],
  ['inhibition', 'notification/v1/inhibitions', INHIBITION],
])('the %ss of a domain', (record, path, fields) => {
  const create = (domain_id: string, more: object = {}) =>
    call<Record<string, string>>('POST', `${api.url}/${path}`, {
      ...fields,
      ...{ domain_id, name: crypto.randomUUID() },
      ...more,
    });

  it('are limited, and there is room again for each that is deleted', async () => {
    const first = await create('full');
    expect([first.status, (await create('full')).status]).toEqual([201, 201]);
    expect(await create('full')).toMatchObject({
      status: 409,
      body: { code: 'ERROR_CONFLICT', detail: expect.stringContaining(`${LIMIT} ${record}s`) },
    });
    expect((await create('other')).status).toBe(201);
    const url = `${api.url}/${path.slice(0, -1)}/${first.body[`${record}_id`]}?domain_id=full`;
    expect((await call('DELETE', url)).status).toBe(204);
    expect((await create('full')).status).toBe(201);
  });
});

it('a silence that has ended does not count', async () => {
  const create = () =>
    call<{ silence_id: string }>('POST', `${api.url}/notification/v1/silences`, {
      ...SILENCE,
      ...{ domain_id: 'ended', name: crypto.randomUUID() },
    });
  const [first] = [await create(), await create()];
  expect((await create()).status).toBe(409);
  const url = `${api.url}/notification/v1/silence/${first.body.silence_id}/expire`;
  expect((await call('PUT', url, { domain_id: 'ended' })).status).toBe(200);
  expect((await create()).status).toBe(201);
});

it('the schedules of a domain are limited, and there is room again for each that is deleted', async () => {
  const post = <T>(path: string, domain_id: string, fields: object) =>
    call<T>('POST', `${api.url}/notification/v1/${path}`, {
      domain_id,
      name: crypto.randomUUID(),
      ...fields,
    });
  const create = async (domain_id: string) => {
    const options = { url: 'http://127.0.0.1:9/' };
    const { body } = await post<{ subscription_id: string }>('subscriptions', domain_id, {
      ...{ protocol_id: 'webhook', options },
    });
    return { domain_id, members: [{ name: 'Jane', subscription_id: body.subscription_id }] };
  };
  const full = await create('scheduled');
  const add = ({ domain_id, members }: typeof full) =>
    post<{ on_call_id: string }>('on-call', domain_id, {
      ...{ members, timezone: 'UTC' },
      rotation: { shift: '1d', handoff: { time: '09:00' } },
    });
  const first = await add(full);
  expect([first.status, (await add(full)).status]).toEqual([201, 201]);
  expect(await add(full)).toMatchObject({
    status: 409,
    body: { code: 'ERROR_CONFLICT', detail: expect.stringContaining(`${LIMIT} on-call schedules`) },
  });
  expect((await add(await create('other'))).status).toBe(201);
  const url = `${api.url}/notification/v1/on-call/${first.body.on_call_id}?domain_id=scheduled`;
  expect((await call('DELETE', url)).status).toBe(204);
  expect((await add(full)).status).toBe(201);
});

it('the escalations of a domain are limited, and there is room again for each that is deleted', async () => {
  const post = <T>(path: string, fields: object) =>
    call<T>('POST', `${api.url}/notification/v1/${path}`, { name: crypto.randomUUID(), ...fields });
  const prepare = async (domain_id: string) => {
    const addSubscription = async (trigger: string) => {
      const options = { url: 'http://127.0.0.1:9/' };
      const fields = { domain_id, trigger, protocol_id: 'webhook', options };
      return (await post<{ subscription_id: string }>('subscriptions', fields)).body.subscription_id;
    };
    const step = { after: 0, subscriptions: [await addSubscription('ESCALATION')] };
    return { domain_id, steps: [step], fallback: await addSubscription('CHANGE') };
  };
  const add = (fields: object) => post<{ escalation_id: string }>('escalations', fields);
  const full = await prepare('escalated');
  const first = await add(full);
  expect([first.status, (await add(full)).status]).toEqual([201, 201]);
  expect(await add(full)).toMatchObject({
    status: 409,
    body: { code: 'ERROR_CONFLICT', detail: expect.stringContaining(`${LIMIT} escalations`) },
  });
  expect((await add(await prepare('other-escalated'))).status).toBe(201);
  const url = `${api.url}/notification/v1/escalation/${first.body.escalation_id}?domain_id=escalated`;
  expect((await call('DELETE', url)).status).toBe(204);
  expect((await add(full)).status).toBe(201);
});
