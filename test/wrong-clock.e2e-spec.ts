import { setTimeout as sleep } from 'node:timers/promises';
import { FAKETIME_LIBRARY as FAKETIME } from './chaos/faketime-library.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, createWebhook, until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { requireProgram } from './requirements.js';
import { sql } from './sql.js';

const TABLES = ['event', 'delivery_segment', 'quarantine'];

let database: TestDatabase;
const running: AppUnderTest[] = [];
const started = async (app: Promise<AppUnderTest>): Promise<AppUnderTest> => {
  running.push(await app);
  return app;
};

beforeEach(async () => void (database = await createTestDatabase()));
afterEach(async () => {
  await Promise.all(running.map((app) => app.kill()));
  await database.drop();
});

const partitions = () =>
  sql<{ name: string }>(
    database.url,
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = any ($1::regclass[]) order by 1`,
    [TABLES],
  );

requireProgram(FAKETIME ?? 'libfaketime', 'apt-get install libfaketime')('a host with a wrong clock', () => {
  it('reports the offset, removes and resolves nothing, and continues processing', async () => {
    const api = await started(startApi({ databaseUrl: database.url }));
    const right = await started(startWorker({ databaseUrl: database.url }));
    const webhook = await createWebhook(api.url, 'direct');
    const states = async () => {
      const rows = await sql<{ state: string; n: string }>(
        database.url,
        'select state, count(*) as n from alert group by 1',
      );
      return Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)])) as Record<string, number>;
    };
    const post = (event_key: string) =>
      call('POST', webhook.webhook_url, { event_key, title: 'Disk full', event_type: 'ALERT' });
    await post('before');
    await until(states, ({ OPEN }) => OPEN === 1);
    await right.stop();
    const before = await partitions();

    const wrong = await started(
      startWorker({
        databaseUrl: database.url,
        env: { LD_PRELOAD: FAKETIME ?? '', FAKETIME: '+100d', DONT_FAKE_MONOTONIC: '1' },
      }),
    );
    await post('while');
    await until(states, ({ OPEN }) => OPEN === 2);
    // The job that closes stale alerts runs every ten seconds.
    await sleep(11_000);
    expect(await partitions()).toEqual(before);
    expect(await states()).toEqual({ OPEN: 2 });
    const [events] = await sql<{ n: string }>(database.url, 'select count(*) as n from event');
    expect(Number(events?.n)).toBe(2);
    await expect.poll(() => wrong.logs()).toContain('2400 h behind that of this process');
    const metrics = await (await fetch(`${wrong.metricsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^tocsin_clock_in_doubt 1$/m);
    expect(Number(/^tocsin_clock_offset_seconds (\S+)$/m.exec(metrics)?.[1])).toBeCloseTo(-8_640_000, -2);
  });
});
