import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createWebhook, until } from './client.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { freePort } from './ports.js';
import { waitUntilReady } from './real-senders.js';
import { findProgram, requireProgram } from './requirements.js';
import { startService, type Service } from './service.js';

interface Alert {
  readonly state: string;
  readonly title: string;
  readonly opened_at: string;
}

interface Heartbeat {
  readonly state: string;
  readonly last_ping_at: string | null;
  readonly alert_id: string | null;
}

const SLOW_TEST = { timeout: 90_000 };
const ALERTMANAGER = 'prometheus-alertmanager';
const hasAlertmanager = requireProgram(ALERTMANAGER, `apt-get install ${ALERTMANAGER}`);

let service: Service;
let folder: TestFolder;
beforeAll(async () => {
  [service, folder] = await Promise.all([startService(), createTestFolder('heartbeats')]);
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

async function createTestWebhook(plugin_id: string, settings: object) {
  const { url } = service.api;
  const { webhook_id, path } = await createWebhook(url, plugin_id);
  const webhookUrl = `${url}/monitoring/v1/webhook/${webhook_id}`;
  await call('PUT', webhookUrl, { domain_id: 'demo', settings });
  const alerts = `${url}/monitoring/v1/alerts?domain_id=demo&webhook_id=${webhook_id}`;
  return {
    address: url + path,
    put: (name: string, terms: object) =>
      call('PUT', `${webhookUrl}/heartbeat/${name}`, { domain_id: 'demo', ...terms }),
    heartbeat: async (name: string) =>
      (await call<Heartbeat>('GET', `${webhookUrl}/heartbeat/${name}?domain_id=demo`)).body,
    alerts: async () => (await call<{ results: Alert[] }>('GET', alerts)).body.results,
    events: async () =>
      (
        await call<{ results: object[] }>(
          'GET',
          `${url}/monitoring/v1/events?domain_id=demo&webhook_id=${webhook_id}`,
        )
      ).body.results,
  };
}

it.concurrent(
  'a missing ping opens an alert within five seconds after the grace period, and the next one resolves it',
  SLOW_TEST,
  async () => {
    const { address, put, heartbeat, alerts } = await createTestWebhook('auto', {});
    await put('backup', { expect_every: '10s', grace: '2s', severity: 'WARNING' });
    for (let n = 0; n < 2; n += 1)
      expect((await call('POST', `${address}/heartbeat/backup`, undefined, {})).status).toBe(202);
    const { last_ping_at } = await until(
      () => heartbeat('backup'),
      ({ state }) => state === 'ALIVE',
    );
    const opened = await until(alerts, ({ length }) => length === 1, 40_000);
    const age = (Date.parse(opened[0]?.opened_at ?? '') - Date.parse(String(last_ping_at))) / 1000;
    expect(age).toBeGreaterThanOrEqual(12);
    // Both are times of the database, so polling delays do not count.
    expect(age).toBeLessThanOrEqual(17);
    expect(opened).toMatchObject([
      { state: 'OPEN', title: 'Heartbeat backup is missing', severity: 'WARNING' },
    ]);
    await call('GET', `${address}/v2/heartbeats/backup/ping`, undefined, {});
    await until(alerts, ([one]) => one?.state === 'RESOLVED');
    expect(await heartbeat('backup')).toMatchObject({ state: 'ALIVE', alert_id: null });
  },
);

it.concurrent('deleting a missing heartbeat resolves its alert', SLOW_TEST, async () => {
  const { address, put, alerts } = await createTestWebhook('auto', {});
  await put('gone', { expect_every: '10s', grace: '0s' });
  await call('POST', `${address}/heartbeat/gone`, undefined, {});
  await until(alerts, ([one]) => one?.state === 'OPEN', 40_000);
  const { url } = service.api;
  const webhook_id = /webhook_\w+/.exec(address)?.[0] ?? '';
  const answer = await call(
    'DELETE',
    `${url}/monitoring/v1/webhook/${webhook_id}/heartbeat/gone?domain_id=demo`,
  );
  expect(answer.status).toBe(204);
  await until(alerts, ([one]) => one?.state === 'RESOLVED');
});

hasAlertmanager("a real Alertmanager's Watchdog", () => {
  it.concurrent(
    'keeps a heartbeat alive, and its alert opens when Alertmanager is killed and resolves after a restart',
    SLOW_TEST,
    async () => {
      const { address, put, heartbeat, alerts, events } = await createTestWebhook('prometheus', {
        heartbeat_of: { rule: 'Watchdog', name: 'watchdog' },
      });
      await put('watchdog', { expect_every: '10s', grace: '2s' });
      const config = join(folder.path, 'alertmanager.yml');
      await writeFile(
        config,
        `route: { receiver: tocsin, group_wait: 0s, group_interval: 1s, repeat_interval: 2s, group_by: ['...'] }
receivers:
  - name: tocsin
    webhook_configs: [{ url: '${address}', send_resolved: true }]
`,
      );
      const port = await freePort();
      let running: ChildProcess | undefined;
      const start = async () => {
        running = spawn(
          findProgram(ALERTMANAGER) ?? ALERTMANAGER,
          [
            `--config.file=${config}`,
            `--storage.path=${join(folder.path, 'alertmanager')}`,
            `--web.listen-address=127.0.0.1:${port}`,
            '--cluster.listen-address=',
          ],
          { stdio: 'ignore' },
        );
        await waitUntilReady(port);
        // As Prometheus does for an alert that always fires.
        const labels = { alertname: 'Watchdog', severity: 'none' };
        await call('POST', `http://127.0.0.1:${port}/api/v2/alerts`, [{ labels }], {});
      };
      try {
        await start();
        const first = await until(
          () => heartbeat('watchdog'),
          ({ state }) => state === 'ALIVE',
        );
        // Longer than the time after which it would be missing without pings.
        await until(
          () => heartbeat('watchdog'),
          ({ last_ping_at }) =>
            Date.parse(String(last_ping_at)) > Date.parse(String(first.last_ping_at)) + 13_000,
          40_000,
        );
        expect(await alerts()).toEqual([]);
        expect(await events()).toEqual([]);
        running?.kill('SIGKILL');
        await once(running as ChildProcess, 'exit');
        await until(alerts, ([one]) => one?.state === 'OPEN', 40_000);
        await start();
        await until(alerts, ([one]) => one?.state === 'RESOLVED');
        expect(await alerts()).toMatchObject([{ title: 'Heartbeat watchdog is missing' }]);
      } finally {
        running?.kill('SIGKILL');
      }
    },
  );
});
