import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.js';
import { rootApiKey, startApi, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

const LIMIT = 1_000;
const CALLERS = 64;
const headers = { authorization: `Bearer ${rootApiKey}`, 'content-type': 'application/json' };

let database: TestDatabase;
let apps: AppUnderTest[];
let path: string;

beforeEach(async () => {
  database = await createTestDatabase();
  apps = await Promise.all([1, 2].map(() => startApi({ databaseUrl: database.url })));
  const body = JSON.stringify({ protocol_id: 'email', domain_id: 'd1', limit: { month: LIMIT } });
  const created = await fetch(`${apps[0]?.url}/notification/v1/quotas`, { method: 'POST', headers, body });
  path = `/notification/v1/quota/${((await created.json()) as { quota_id: string }).quota_id}/consume`;
});

afterEach(async () => {
  await Promise.all((apps ?? []).map((app) => app.kill()));
  await database?.drop();
});

/** Consumes as a client would: retries with the same idempotency key, through any process, until there is a response. */
async function consume(turn: number): Promise<number> {
  const key = randomUUID();
  for (let attempt = turn; ; attempt += 1) {
    const url = `${apps[attempt % apps.length]?.url}${path}`;
    const body = JSON.stringify({ amount: 1, domain_id: 'd1' });
    const request = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body };
    const status = await fetch(url, { ...request, signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.text().then(() => response.status),
      () => 0,
    );
    if (status === 200 || status === 429) return status;
    await sleep(10);
  }
}

/** Consumes until every caller is refused. Returns the number of grants and the stored consumption. */
async function consumeAll(onGranted: (granted: number) => void = () => undefined) {
  let granted = 0;
  const caller = async (turn: number) => {
    for (let round = turn; (await consume(round)) === 200; round += 1) onGranted((granted += 1));
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, turn) => caller(turn)));
  const [usage] = await sql<{ consumed: number }>(
    database.url,
    'select sum(consumed)::int as consumed from quota_usage',
  );
  return { granted, consumed: usage?.consumed };
}

it('64 callers on two processes are granted the limit and no more', async () => {
  expect(await consumeAll()).toEqual({ granted: LIMIT, consumed: LIMIT });
});

it('callers are granted exactly the limit even if a process is killed and they retry', async () => {
  let killed: Promise<void> | undefined;
  const result = await consumeAll((granted) => {
    if (granted === LIMIT / 4) killed = apps[0]?.kill();
  });
  expect(killed).toBeDefined();
  await killed;
  expect(result).toEqual({ granted: LIMIT, consumed: LIMIT });
});
