import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatabaseClock } from './chaos/database-clock.js';
import { FAKETIME_LIBRARY as FAKETIME } from './chaos/faketime-library.js';
import { EmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.js';
import { migrateEverything } from '../tools/migrations.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { requireProgram } from './requirements.js';
import { sql } from './sql.js';

const JUMP_MS = 4_000;

requireProgram(FAKETIME ?? 'libfaketime', 'apt-get install libfaketime')(
  'a database whose clock jumps',
  () => {
    let folder: TestFolder;
    let postgres: EmbeddedPostgres;
    let url: string;
    let clock: DatabaseClock;
    let api: AppUnderTest;
    let worker: AppUnderTest;
    let webhook: CreatedWebhook;

    beforeEach(async () => {
      folder = await createTestFolder('clock');
      clock = (await DatabaseClock.create(folder.path)) as DatabaseClock;
      postgres = await EmbeddedPostgres.open({
        dataDir: join(folder.path, 'data'),
        durable: false,
        binaries: clock.binaries,
      });
      await postgres.start();
      await postgres.createDatabase('tocsin');
      url = postgres.url('tocsin');
      await migrateEverything(url);
      [api, worker] = await Promise.all([startApi({ databaseUrl: url }), startWorker({ databaseUrl: url })]);
      webhook = await createWebhook(api.url, 'direct');
    }, 60_000);

    afterEach(async () => {
      await Promise.all([api?.kill(), worker?.kill()]);
      await postgres?.remove();
      await folder?.remove();
    });

    it('keeps alerts open, stores correct times and accepts deliveries after the jump', async () => {
      let number = 0;
      const over = new AbortController();
      const refusedAt: number[] = [];
      let acknowledged = 0;
      const post = async () => {
        number += 1;
        const body = { event_key: `k${number}`, title: 'Disk full', event_type: 'ALERT' };
        const { status } = await call('POST', api.url + webhook.path, body, {});
        if (status === 202) acknowledged += 1;
        else refusedAt.push(performance.now());
      };
      const sending = (async () => {
        for (; !over.signal.aborted; await sleep(50)) await post();
      })();
      await sleep(1_500);
      const jumpedAt = performance.now();
      await clock.set('+45d');
      const jumped = async () =>
        (
          await sql<{ ahead: boolean }>(url, `select clock_timestamp() > $1::timestamptz as ahead`, [
            new Date(Date.now() + 40 * 86_400_000),
          ])
        )[0]?.ahead;
      await until(jumped, (ahead) => ahead === true);
      await sleep(JUMP_MS);
      await clock.set('+0d');
      await until(jumped, (ahead) => ahead === false);
      const backAt = performance.now();
      // The job that closes stale alerts runs every ten seconds.
      await sleep(11_000);
      over.abort();
      await sending;
      const endedAt = Date.now();

      expect(refusedAt.filter((at) => at < jumpedAt || at > backAt + 1_000)).toEqual([]);
      const [events] = await until(
        () =>
          sql<{ n: number; last: Date }>(
            url,
            `
        select count(*)::int as n, max(created_at) as last from event`,
          ),
        ([row]) => row?.n === acknowledged,
      );
      // By the corrected clock.
      expect(Math.abs(endedAt - (events?.last.getTime() ?? 0))).toBeLessThan(10_000);
      expect(await sql(url, 'select state, count(*)::int as n from alert group by 1')).toEqual([
        { state: 'OPEN', n: acknowledged },
      ]);
      const ready = await call('GET', `${api.url}/health/ready`);
      expect(ready.status).toBe(200);
      const ledger = await call<{ balanced: boolean }>('GET', `${api.url}/monitoring/v1/ledger`);
      expect(ledger.body.balanced).toBe(true);
    });
  },
);
