import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.js';
import { rootApiKey, startApi, startWorker, type AppUnderTest } from './processes.js';

let database: TestDatabase;
let api: AppUnderTest;
let worker: AppUnderTest;

beforeEach(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url };
  [api, worker] = await Promise.all([startApi(options), startWorker(options)]);
});
afterEach(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await database?.drop();
});

async function statesOf(service: string): Promise<unknown[]> {
  const url = `${api.url}/identity/v1/endpoints?domain_id=d1&endpoint_type=INTERNAL&service=${service}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${rootApiKey}` } });
  const { results } = (await answer.json()) as { results: { state: string }[] };
  return results.map(({ state }) => state);
}

describe('endpoint of a killed process', () => {
  it('is INACTIVE within 30 seconds, the others stay ACTIVE', async () => {
    expect([await statesOf('api'), await statesOf('worker')]).toEqual([['ACTIVE'], ['ACTIVE']]);
    await worker.kill();
    await vi.waitFor(async () => expect(await statesOf('worker')).toEqual(['INACTIVE']), {
      timeout: 30_000,
      interval: 500,
    });
    expect(await statesOf('api')).toEqual(['ACTIVE']);
  }, 40_000);
});
