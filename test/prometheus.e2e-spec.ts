import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
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
  readonly title: string;
  readonly rule: string;
  readonly severity: string;
  readonly resource: { readonly name: string };
}

const ALERTMANAGER = 'prometheus-alertmanager';
const missing = findProgram(ALERTMANAGER) === undefined ? ALERTMANAGER : 'prometheus';

requireProgram(missing, `apt-get install ${missing}`)('a real Prometheus with its Alertmanager', () => {
  let database: TestDatabase;
  let folder: TestFolder;
  let api: AppUnderTest;
  let worker: AppUnderTest;
  let exporter: Server;
  const programs: ChildProcess[] = [];
  /** What the exporter says is free of the disk, percent. */
  let free = 50;
  let events: () => Promise<Event[]>;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await createTestFolder('prometheus');
    [api, worker] = await Promise.all([
      startApi({ databaseUrl: database.url }),
      startWorker({ databaseUrl: database.url }),
    ]);
    const webhook = await createWebhook(api.url, 'prometheus');
    events = async () => {
      const url = `${api.url}/monitoring/v1/events?domain_id=demo&webhook_id=${webhook.webhook_id}`;
      return (await call<{ results: Event[] }>('GET', url)).body.results;
    };
    exporter = createServer((_request, response) =>
      response
        .setHeader('content-type', 'text/plain; version=0.0.4')
        .end(`# TYPE disk_free_percent gauge\ndisk_free_percent{device="sda1"} ${free}\n`),
    );
    const [exporterPort, alertmanagerPort, prometheusPort] = await Promise.all(
      Array.from({ length: 3 }, () => tryPort('127.0.0.1', 0)),
    );
    exporter.listen(exporterPort, '127.0.0.1');
    const file = async (name: string, text: string) => {
      await writeFile(join(folder.path, name), text);
      return join(folder.path, name);
    };
    const alertmanagerConfig = await file(
      'alertmanager.yml',
      `route: { receiver: tocsin, group_wait: 0s, group_interval: 1s, repeat_interval: 1h, group_by: ['...'] }
receivers:
  - name: tocsin
    webhook_configs: [{ url: '${api.url}${webhook.path}', send_resolved: true }]
`,
    );
    const rules = await file(
      'rules.yml',
      `groups:
  - name: disks
    interval: 1s
    rules:
      - alert: DiskAlmostFull
        expr: disk_free_percent < 10
        labels: { severity: critical }
        annotations:
          summary: 'Disk {{ $labels.device }} has {{ $value }} % left'
          description: 'Make room on {{ $labels.instance }}'
`,
    );
    const prometheusConfig = await file(
      'prometheus.yml',
      `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${rules}']
alerting: { alertmanagers: [{ static_configs: [{ targets: ['127.0.0.1:${alertmanagerPort}'] }] }] }
scrape_configs: [{ job_name: disks, static_configs: [{ targets: ['127.0.0.1:${exporterPort}'] }] }]
`,
    );
    await Promise.all([
      start(alertmanagerPort, ALERTMANAGER, [
        `--config.file=${alertmanagerConfig}`,
        `--storage.path=${join(folder.path, 'alertmanager')}`,
        `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
        '--cluster.listen-address=',
      ]),
      start(prometheusPort, 'prometheus', [
        `--config.file=${prometheusConfig}`,
        `--storage.tsdb.path=${join(folder.path, 'prometheus')}`,
        `--web.listen-address=127.0.0.1:${prometheusPort}`,
        // At once, instead of after a minute in which it might remember an alert of before.
        '--rules.alert.resend-delay=1s',
      ]),
    ]);
  });

  afterAll(async () => {
    for (const program of programs) {
      program.kill();
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
    }
    exporter?.close();
    await Promise.all([api?.stop(), worker?.stop()]);
    await database?.drop();
    await folder?.remove();
  });

  async function start(port: number | undefined, program: string, args: readonly string[]): Promise<void> {
    programs.push(spawn(program, args, { stdio: 'ignore' }));
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(ready, (ok) => ok);
  }

  it('fires by a rule over what it measured, and resolves', { timeout: 60_000 }, async () => {
    free = 4;
    const [alert] = await until(events, ({ length }) => length === 1);
    expect(alert).toMatchObject({
      event_type: 'ALERT',
      rule: 'DiskAlmostFull',
      severity: 'CRITICAL',
      title: 'Disk sda1 has 4 % left',
      resource: { name: expect.stringMatching(/^127\.0\.0\.1:\d+$/) },
    });
    free = 60;
    const [recovery] = await until(events, ({ length }) => length === 2);
    expect(recovery).toMatchObject({ event_type: 'RECOVERY', alert_id: alert?.alert_id });
  });
});
