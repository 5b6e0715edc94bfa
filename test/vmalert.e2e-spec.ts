import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tryPort } from '../tools/start/ports.js';
import { call, createWebhook, until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { findProgram, requireProgram } from './requirements.js';

interface Event {
  readonly event_type: string;
  readonly alert_id: string;
}

requireProgram('vmalert', 'apt-get install victoria-metrics')(
  'a real vmalert, without an Alertmanager',
  () => {
    let database: TestDatabase;
    let folder: TestFolder;
    let api: AppUnderTest;
    let worker: AppUnderTest;
    let datasource: Server;
    let vmalert: ChildProcess;
    let printed = '';
    let isFull = true;
    let metrics: string;
    let events: () => Promise<Event[]>;

    beforeAll(async () => {
      database = await createTestDatabase();
      folder = await createTestFolder('vmalert');
      [api, worker] = await Promise.all([
        startApi({ databaseUrl: database.url }),
        startWorker({ databaseUrl: database.url }),
      ]);
      const webhook = await createWebhook(api.url, 'auto');
      events = async () => {
        const url = `${api.url}/monitoring/v1/events?domain_id=demo&webhook_id=${webhook.webhook_id}`;
        return (await call<{ results: Event[] }>('GET', url)).body.results;
      };
      datasource = createServer((_request, response) => {
        const value = [Date.now() / 1000, '5'];
        const result = isFull ? [{ metric: { device: 'sda1', instance: 'db-1' }, value }] : [];
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
      }).listen(0, '127.0.0.1');
      await once(datasource, 'listening');
      const rules = join(folder.path, 'rules.yml');
      await writeFile(
        rules,
        `groups:
  - name: disks
    interval: 1s
    rules:
      - alert: DiskAlmostFull
        expr: disk_free_percent < 10
        annotations: { summary: 'Disk {{ $labels.device }} is almost full' }
`,
      );
      const port = await tryPort('127.0.0.1', 0);
      metrics = `http://127.0.0.1:${port}/metrics`;
      vmalert = spawn(
        findProgram('vmalert') ?? 'vmalert',
        [
          `-rule=${rules}`,
          `-datasource.url=http://127.0.0.1:${(datasource.address() as AddressInfo).port}`,
          `-notifier.url=${api.url}${webhook.path}`,
          '-rule.resendDelay=1s',
          `-httpListenAddr=127.0.0.1:${port}`,
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      );
      vmalert.stderr?.on('data', (text) => (printed += text));
    });

    afterAll(async () => {
      vmalert?.kill();
      if (vmalert?.exitCode === null && vmalert.signalCode === null) await once(vmalert, 'exit');
      datasource?.close();
      await Promise.all([api?.stop(), worker?.stop()]);
      await database?.drop();
      await folder?.remove();
    });

    it('sends an alarm and its end, and counts none as failed', { timeout: 60_000 }, async () => {
      const [alert] = await until(events, ({ length }) => length === 1);
      expect(alert).toMatchObject({
        event_type: 'ALERT',
        title: 'Disk sda1 is almost full',
        rule: 'DiskAlmostFull',
        additional_info: { auto: { recognised: 'prometheus' } },
      });
      isFull = false;
      const [recovery] = await until(events, ({ length }) => length === 2);
      expect(recovery).toMatchObject({ event_type: 'RECOVERY', alert_id: alert?.alert_id });
      const figures = await (await fetch(metrics)).text();
      expect(figures).toMatch(/^vmalert_alerts_sent_total\S* [1-9]/m);
      expect(figures).not.toMatch(/^vmalert_alerts_send_errors_total\S* [1-9]/m);
      expect(printed).not.toContain('failed to send');
    });
  },
);
