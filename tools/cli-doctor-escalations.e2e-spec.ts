import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '#test/cli.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { encryptionKey, rootApiKey, startApi, type AppUnderTest } from '#test/processes.js';

const domain_id = 'shop';
let database: TestDatabase;
let api: AppUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ databaseUrl: database.url, env: { NOTIFICATION_ALLOW: '192.0.2.1' } });
});
afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

async function call(method: string, path: string, body: object = {}): Promise<Record<string, string>> {
  const response = await fetch(`${api.url}/notification/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${rootApiKey}` },
    body: JSON.stringify({ domain_id, ...body }),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as Record<string, string>;
}

async function subscribe(name: string, trigger: string): Promise<string> {
  const options = { url: 'https://192.0.2.1/' };
  const { subscription_id = '' } = await call('POST', 'subscriptions', {
    ...{ name, trigger, options, protocol_id: 'webhook' },
  });
  return subscription_id;
}

/** Returns what doctor says by the database, and over HTTP. */
async function check(): Promise<readonly unknown[]> {
  const session = { TOCSIN_URL: api.url, TOCSIN_KEY: rootApiKey, TOCSIN_DOMAIN: domain_id };
  const settings = {
    DATABASE_URL: database.url,
    ROOT_API_KEY: rootApiKey,
    ENCRYPTION_KEY: encryptionKey,
  };
  const find = async (env: Readonly<Record<string, string>>) => {
    const { out } = await runCli(['doctor', '--json'], env);
    return (JSON.parse(out) as { check: string }[]).filter((each) => each.check === 'escalations');
  };
  return [...(await find({ ...session, ...settings })), ...(await find(session))];
}

it('names escalations that tell nobody', { timeout: 240_000 }, async () => {
  const [day, night] = [await subscribe('day', 'ESCALATION'), await subscribe('night', 'ESCALATION')];
  const fallback = await subscribe('fallback', 'CHANGE');
  const { on_call_id } = await call('POST', 'on-call', {
    name: 'primary',
    timezone: 'UTC',
    members: [{ name: 'night', subscription_id: night }],
    rotation: { shift: '1d', handoff: { time: '09:00' } },
  });
  const { escalation_id } = await call('POST', 'escalations', {
    ...{ name: 'production', fallback },
    steps: [
      { after: 0, subscriptions: [day] },
      { after: 60, on_call: on_call_id },
    ],
  });
  await call('PUT', `subscription/${day}/disable`);
  const ok = expect.objectContaining({ state: 'ok' }) as unknown;
  expect(await check()).toEqual([ok, ok]);
  await call('PUT', `subscription/${night}/disable`);
  const told = expect.objectContaining({
    state: 'warning',
    message: `no step would tell anybody now, only the fallback, of ${escalation_id} (production)`,
  }) as unknown;
  expect(await check()).toEqual([told, told]);
  await call('PUT', `subscription/${fallback}/disable`);
  const lost = expect.objectContaining({
    state: 'bad',
    message: `nobody would be told, not even a fallback, by ${escalation_id} (production)`,
  }) as unknown;
  expect(await check()).toEqual([lost, lost]);
});
