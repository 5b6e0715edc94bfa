import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MetricsServer } from '#shared/platform/telemetry/metrics-server.js';
import { startApi as startInProcess, type ApiUnderTest } from '../apps/api/test/api-under-test.js';
import { NetworkProxy } from '../tools/chaos/network-proxy.js';
import { startStandby, type Standby } from '../tools/chaos/standby.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { startTestServer, type TestServer } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { encryptionKey, rootApiKey, startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

let primary: TestServer;
let folder: TestFolder;
let standby: Standby;
/** The address of the current primary. */
let proxy: NetworkProxy;
let keepingApi: AppUnderTest;
/** An API that keeps no copies of acknowledged deliveries, so that it cannot write them again. */
let forgetfulApi: ApiUnderTest;
const logLines: string[] = [];
let worker: AppUnderTest;
let webhook: CreatedWebhook;

beforeEach(async () => {
  [primary, folder] = await Promise.all([startTestServer({ durable: true }), createTestFolder('fail-over')]);
  standby = await startStandby(primary.postgres, join(folder.path, 'standby'));
  proxy = await NetworkProxy.start(Number(new URL(primary.url).port));
  const url = new URL(primary.url);
  url.port = String(proxy.port);
  const databaseUrl = url.href;
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(Logger.prototype, level).mockImplementation((text: string) => void logLines.push(text));
  const settings = { DATABASE_URL: databaseUrl, ENCRYPTION_KEY: encryptionKey, ROOT_API_KEY: rootApiKey };
  [keepingApi, forgetfulApi] = await Promise.all([
    startApi({ databaseUrl }),
    startInProcess(settings, {}, (config) => ({ ...config, ingest: { ...config.ingest, failOverBytes: 0 } })),
  ]);
  worker = await startWorker({ databaseUrl });
  webhook = await createWebhook(keepingApi.url, 'direct');
}, 120_000);

afterEach(async () => {
  await Promise.all([keepingApi?.kill(), forgetfulApi?.close(), worker?.kill()]);
  vi.restoreAllMocks();
  proxy?.close();
  await standby?.close();
  await primary?.close();
  await folder?.remove();
});

/** Posts deliveries until each is acknowledged. Returns their ids in order. */
async function postAcknowledged(
  api: { readonly url: string },
  name: string,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const body = { event_key: `${name}-${n}`, title: 'Disk full', event_type: 'ALERT' };
    const answer = await until(
      () => call<{ delivery_id: string }>('POST', api.url + webhook.path, body, {}),
      ({ status }) => status === 202,
      15_000,
    );
    ids.push(answer.body.delivery_id);
  }
  return ids;
}

async function eventsOn(url: string): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; n: number }>(
    url,
    `select split_part(event_key, '-', 1) as name, count(*)::int as n from event group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

async function metricsOf(metricsUrl: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const found = text.matchAll(
    /^tocsin_(database_failovers|deliveries_restored|deliveries_lost)_total (\d+)$/gm,
  );
  return Object.fromEntries([...found].map(([, name, value]) => [name, Number(value)]));
}

it(
  'deliveries missing on the promoted standby are written again once, and lost ones are reported',
  { timeout: 90_000 },
  async () => {
    await postAcknowledged(keepingApi, 'before', 20);
    await postAcknowledged(forgetfulApi, 'known', 5);
    await until(
      () => eventsOn(primary.url),
      ({ before, known }) => before === 20 && known === 5,
    );
    await standby.waitUntilCaughtUp();

    standby.link.cut();
    await postAcknowledged(keepingApi, 'between', 30);
    const lost = await postAcknowledged(forgetfulApi, 'lost', 7);
    // Processed on the primary that is about to be lost.
    await until(
      () => eventsOn(primary.url),
      ({ between, lost }) => between === 30 && lost === 7,
    );
    await primary.postgres.kill();
    await standby.promote();
    proxy.switchTo(Number(new URL(standby.postgres.url()).port));
    await postAcknowledged(keepingApi, 'after', 10);

    const url = standby.postgres.url('tocsin');
    await until(
      () => eventsOn(url),
      ({ between, after }) => between === 30 && after === 10,
      30_000,
    );
    expect(await eventsOn(url)).toEqual({ before: 20, known: 5, between: 30, after: 10 });
    await until(
      () => metricsOf(`http://127.0.0.1:${forgetfulApi.app.get(MetricsServer).port}`),
      ({ deliveries_lost }) => deliveries_lost === 7,
    );
    const kept = await until(
      () => metricsOf(keepingApi.metricsUrl),
      ({ deliveries_restored }) => deliveries_restored !== 0,
    );
    expect(kept).toEqual({ database_failovers: 1, deliveries_restored: 30, deliveries_lost: 0 });
    await expect.poll(() => keepingApi.logs()).toContain('its timeline was 1 and is 2');
    await expect.poll(() => keepingApi.logs()).toMatch(/written again: 30 deliveries, from /);
    expect(logLines.join('\n')).toMatch(
      new RegExp(`acknowledged and lost: 7 deliveries, .*${lost[0]}.*${lost[6]}`),
    );

    const ledger = await until(
      () =>
        call<{ balanced: boolean; losses: unknown[]; results: { deliveries: Record<string, number> }[] }>(
          'GET',
          `${keepingApi.url}/monitoring/v1/ledger`,
        ),
      ({ status }) => status === 200,
    );
    expect(ledger.body).toMatchObject({
      balanced: false,
      losses: [
        {
          reason: 'its timeline was 1 and is 2',
          delivery_count: 7,
          first_delivery_id: lost[0],
          last_delivery_id: lost[6],
        },
      ],
    });
    expect(ledger.body.results[0]?.deliveries).toEqual({
      accepted: 65,
      processed: 65,
      quarantined: 0,
      pending: 0,
      kept: 0,
      lost: 7,
    });
  },
);
