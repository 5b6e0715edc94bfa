import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startTestServer, type TestServer } from './database.js';
import { startApi, type AppUnderTest } from './processes.js';
import { canMount, SmallDisk } from './small-disk.js';
import { sql } from './sql.js';
import { timed } from './slowness.js';

describe.runIf(canMount())('an API whose database has a full disk', () => {
  let server: TestServer;
  let folder: TestFolder;
  let disk: SmallDisk;
  let api: AppUnderTest;
  let spooling: AppUnderTest;
  let webhook: CreatedWebhook;

  beforeAll(async () => {
    [server, folder] = await Promise.all([startTestServer(), createTestFolder('full-disk')]);
    disk = await SmallDisk.mount(join(folder.path, 'disk'), 64);
    const maintenance = server.postgres.url();
    await sql(maintenance, `create tablespace small location '${disk.path}'`);
    await sql(maintenance, 'alter database tocsin set tablespace small');
    [api, spooling] = await Promise.all([
      startApi({ databaseUrl: server.url }),
      startApi({ databaseUrl: server.url, env: { SPOOL_DIR: join(folder.path, 'spool') } }),
    ]);
    webhook = await createWebhook(api.url, 'direct');
    // The first delivery makes the webhook known, so that the spool may accept deliveries for it.
    expect((await post(spooling, 'before')).status).toBe(202);
    expect((await post(api, 'before')).status).toBe(202);
    await disk.fill();
  }, 60_000);

  afterAll(async () => {
    await Promise.all([api?.kill(), spooling?.kill()]);
    await server?.close();
    await disk?.remove();
    await folder?.remove();
  });

  const post = (app: AppUnderTest, event_key: string) =>
    // Too large for the free space inside the table.
    call('POST', app.url + webhook.path, { event_key, title: randomBytes(15_000).toString('base64') }, {});
  const ready = async (app: AppUnderTest) => {
    const { status, body } = await call<{ detail?: string }>('GET', `${app.url}/health/ready`);
    return { status, detail: body.detail };
  };

  it('is not ready while it rejects deliveries, logs the reason once and recovers by itself', async () => {
    // The last page of the table may still have space for some rows.
    await until(
      () => post(api, 'full'),
      ({ status }) => status === 503,
      10_000,
    );
    const refused = await post(api, 'full');
    expect(refused).toMatchObject({ status: 503, body: { code: 'ERROR_UNAVAILABLE' } });
    expect(refused.headers.get('retry-after')).toBe('5');
    const notReady = { status: 503, detail: 'The database takes no writes' };
    expect(await ready(api)).toEqual(notReady);
    // Without further deliveries it must notice by itself that the disk is still full.
    for (let looked = 0; looked < 6; looked += 1) {
      await sleep(1_100);
      expect(await ready(api)).toEqual(notReady);
    }
    await post(api, 'full');
    // Other writers may report their own failures.
    expect(api.logs().match(/the database takes no writes: .*No space left on device/g)).toHaveLength(1);

    await disk.empty();
    const recovered = () =>
      until(
        () => ready(api),
        ({ status }) => status === 200,
      );
    expect(await timed(recovered)).toBeLessThan(5_000);
    expect((await post(api, 'room')).status).toBe(202);
    await expect.poll(() => api.logs()).toContain('the database takes writes again');
  });

  it('stays ready and accepts deliveries if it has a spool', async () => {
    const stored = async () => {
      const counted = 'select sum(delivery_count)::int as n from delivery_segment';
      return (await sql<{ n: number }>(server.url, counted))[0]?.n ?? 0;
    };
    const before = await stored();
    await disk.fill();
    let sent = 0;
    const refusal = /the database takes no writes: .*No space left on device/;
    await until(
      async () => {
        sent += 1;
        expect((await post(spooling, `spooled-${sent}`)).status).toBe(202);
        return refusal.test(spooling.logs());
      },
      Boolean,
      10_000,
    );
    expect(await ready(spooling)).toEqual({ status: 200 });
    await disk.empty();
    await until(stored, (n) => n === before + sent, 10_000);
  });
});
