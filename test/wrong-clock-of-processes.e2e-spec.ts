import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { FAKETIME_LIBRARY as FAKETIME } from './chaos/faketime-library.js';
import { call, until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { alarm, createTestDomain, recovery } from './notified-domain.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { startReceiver, type Receiver } from './receiver.js';
import { requireProgram } from './requirements.js';
import { sql } from './sql.js';

const ENV = { NOTIFICATION_ALLOW: '127.0.0.1' };
const HALF_HOUR_MS = 1_800_000;

requireProgram(FAKETIME ?? 'libfaketime', 'apt-get install libfaketime')(
  'a process with a wrong clock, of a database with the right one',
  () => {
    let database: TestDatabase;
    let receiver: Receiver;
    let right: AppUnderTest;
    let key: string;
    let running: AppUnderTest[] = [];
    const start = (app: 'api' | 'worker', offset?: string): Promise<AppUnderTest> => {
      const wrong = { LD_PRELOAD: FAKETIME ?? '', FAKETIME: offset ?? '', DONT_FAKE_MONOTONIC: '1' };
      const env = offset === undefined ? ENV : { ...ENV, ...wrong };
      return (app === 'api' ? startApi : startWorker)({ databaseUrl: database.url, env });
    };

    beforeAll(async () => {
      [database, receiver] = await Promise.all([createTestDatabase(), startReceiver()]);
      right = await start('api');
      const { status, body } = await call<{ api_key: string }>('POST', `${right.url}/identity/v1/api-keys`, {
        user_id: 'u',
        domain_id: 'd1',
        expires_at: new Date(Date.now() + HALF_HOUR_MS).toISOString(),
      });
      expect(status).toBe(201);
      key = body.api_key;
    }, 60_000);
    afterEach(async () => {
      await Promise.all(running.map((app) => app.kill()));
      running = [];
    });
    afterAll(async () => {
      await right?.kill();
      await receiver?.close();
      await database?.drop();
    });

    const partitions = async () =>
      (
        await sql<{ name: string }>(
          database.url,
          'select inhrelid::regclass::text as name from pg_inherits order by 1',
        )
      ).map(({ name }) => name);

    it.each([
      ['API', '+1h'],
      ['worker', '+1h'],
      ['API', '-2d'],
      ['worker', '-2d'],
      ['API', '+45d'],
      ['worker', '+45d'],
    ] as const)(
      '%s %s: alarms, notifications, keys, silences and quotas are as ever',
      async (wrong, offset) => {
        const before = await partitions();
        const startedApi = wrong === 'API' ? start('api', offset) : undefined;
        const worker = await start('worker', wrong === 'worker' ? offset : undefined);
        running.push(worker);
        const api = (await startedApi) ?? right;
        if (api !== right) running.push(api);
        const service = { databaseUrl: database.url, api, worker, stop: async () => undefined };
        const { domain_id, webhook, send, notifications } = await createTestDomain(service, receiver);
        const statesOf = async () => (await notifications()).map(({ kind, state }) => `${kind} ${state}`);

        await send(alarm('disk'));
        await until(statesOf, (found) => found.includes('alert.opened SENT'));
        await send(recovery('disk'));
        await until(statesOf, (found) => found.includes('alert.resolved SENT'));
        const alerts = await sql<{ state: string; opened: number; resolved: number }>(
          database.url,
          `select state, extract(epoch from clock_timestamp() - opened_at)::float8 as opened,
             extract(epoch from clock_timestamp() - resolved_at)::float8 as resolved
           from alert where domain_id = $1`,
          [domain_id],
        );
        expect(alerts).toMatchObject([{ state: 'RESOLVED' }]);
        for (const { opened, resolved } of alerts) {
          expect(Math.abs(opened)).toBeLessThan(60);
          expect(Math.abs(resolved)).toBeLessThan(60);
        }

        const authorization = `Bearer ${key}`;
        const withKey = await call('GET', `${api.url}/monitoring/v1/plugins`, undefined, { authorization });
        expect(withKey.status).toBe(200);

        const silence = await call('POST', `${api.url}/notification/v1/silences`, {
          ...{ domain_id, name: 'now', filter: [], ends_at: 'now + 30m', reason: 'upgrade' },
        });
        expect(silence.status).toBe(201);
        await send(alarm('quiet'));
        await until(statesOf, (found) => found.includes('alert.opened SILENCED'));

        const days = await sql<{ behind: number }>(
          database.url,
          `select distinct (clock_timestamp() at time zone 'utc')::date - day as behind from quota_usage`,
        );
        expect(days).toEqual([{ behind: 0 }]);
        expect(await partitions()).toEqual(expect.arrayContaining(before));
        const [events] = await sql<{ n: number }>(
          database.url,
          'select count(*)::int as n from event where domain_id = $1',
          [domain_id],
        );
        expect(events?.n).toBe(3);

        // Whoever rotates an access key, both processes take the previous one for its grace.
        let { path } = webhook;
        for (const rotating of [api, right]) {
          const rotated = await call<{ webhook_url: string }>(
            'PUT',
            `${rotating.url}/monitoring/v1/webhook/${webhook.webhook_id}/access-key/rotate`,
            { domain_id, grace_seconds: 600, end_grace: true },
          );
          expect(rotated.status).toBe(200);
          for (const taking of [api, right]) {
            expect((await call('POST', taking.url + path, alarm('quiet'), {})).status).toBe(202);
          }
          path = new URL(rotated.body.webhook_url).pathname;
        }
      },
      30_000,
    );
  },
);
