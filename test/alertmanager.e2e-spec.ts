import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tryPort } from '../tools/start/ports.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { requireProgram } from './requirements.js';

interface Event {
  readonly event_type: string;
  readonly alert_id: string;
  readonly rule: string;
  readonly raw_data: { readonly fingerprint: string };
}

requireProgram('prometheus-alertmanager', 'apt-get install prometheus-alertmanager')(
  'a real Alertmanager',
  () => {
    let database: TestDatabase;
    let folder: TestFolder;
    let api: AppUnderTest;
    let worker: AppUnderTest;
    let webhook: CreatedWebhook;
    let alertmanager: ChildProcess;
    let address: string;

    beforeAll(async () => {
      database = await createTestDatabase();
      folder = await createTestFolder('alertmanager');
      [api, worker] = await Promise.all([
        startApi({ databaseUrl: database.url }),
        startWorker({ databaseUrl: database.url }),
      ]);
      webhook = await createWebhook(api.url, 'prometheus');
      await writeFile(
        join(folder.path, 'alertmanager.yml'),
        `route: { receiver: tocsin, group_wait: 0s, group_interval: 1s, repeat_interval: 1h, group_by: ['...'] }
receivers:
  - name: tocsin
    webhook_configs: [{ url: '${api.url}${webhook.path}', send_resolved: true }]
`,
      );
      const port = await tryPort('127.0.0.1', 0);
      address = `http://127.0.0.1:${port}`;
      alertmanager = spawn(
        'prometheus-alertmanager',
        [
          `--config.file=${join(folder.path, 'alertmanager.yml')}`,
          `--storage.path=${join(folder.path, 'data')}`,
          `--web.listen-address=127.0.0.1:${port}`,
          '--cluster.listen-address=',
        ],
        { stdio: 'ignore' },
      );
      await until(
        () =>
          fetch(`${address}/-/ready`).then(
            ({ ok }) => ok,
            () => false,
          ),
        (ok) => ok,
      );
    });

    afterAll(async () => {
      alertmanager?.kill();
      if (alertmanager?.exitCode === null) await once(alertmanager, 'exit');
      await Promise.all([api?.stop(), worker?.stop()]);
      await database?.drop();
      await folder?.remove();
    });

    const post = (alert: object) => call('POST', `${address}/api/v2/alerts`, [alert], {});
    const events = async () => {
      const url = `${api.url}/monitoring/v1/events?domain_id=demo&webhook_id=${webhook.webhook_id}`;
      return (await call<{ results: Event[] }>('GET', url)).body.results;
    };

    it('fires and resolves an alert, which is one alert here, too', async () => {
      const labels = { alertname: 'DiskFull', instance: 'db1:9100', severity: 'critical' };
      const startsAt = new Date(Date.now() - 60_000).toISOString();
      await post({ labels, startsAt, annotations: { summary: 'The disk of db1 is full' } });
      await until(events, ({ length }) => length === 1);
      await post({ labels, startsAt, endsAt: new Date(Date.now() - 1_000).toISOString() });
      const [recovery, alert] = await until(events, ({ length }) => length === 2);
      expect([alert?.event_type, recovery?.event_type]).toEqual(['ALERT', 'RECOVERY']);
      expect(alert).toMatchObject({
        rule: 'DiskFull',
        severity: 'CRITICAL',
        title: 'The disk of db1 is full',
      });
      expect(recovery?.alert_id).toBe(alert?.alert_id);
      expect(recovery?.raw_data.fingerprint).toBe(alert?.raw_data.fingerprint);
    });
  },
);
