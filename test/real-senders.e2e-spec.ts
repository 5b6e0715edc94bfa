import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALERTMANAGER, startAlertmanager, webhookReceiver } from './alertmanager.js';
import { until } from './client.js';
import { readGuideBlock } from './guide.js';
import { freePort } from './ports.js';
import { startSenders, waitUntilReady, type Senders } from './real-senders.js';
import { findProgram, requireProgram } from './requirements.js';

interface Event {
  readonly event_type: string;
  readonly alert_id: string;
  readonly title: string;
  readonly description: string;
  readonly rule: string;
  readonly raw_data: { readonly fingerprint: string };
}

const SLOW_TEST = { timeout: 60_000 };
const missing = findProgram(ALERTMANAGER) === undefined ? ALERTMANAGER : 'prometheus';
const forMonit = findProgram('curl') === undefined ? 'curl' : 'monit';

let senders: Senders;
beforeAll(async () => void (senders = await startSenders()));
afterAll(() => senders?.stop());

/** Starts an HTTP server on a free port. */
async function serve(answer: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

requireProgram(missing, `apt-get install ${missing}`)('a real Prometheus with its Alertmanager', () => {
  let exporter: Server;
  afterAll(() => void exporter?.close());

  it('fires and resolves an alert by a rule on a metric', SLOW_TEST, async () => {
    const { url, events } = await senders.webhook<Event>('prometheus');
    /** The free disk space that the exporter reports, in per cent. */
    let free = 50;
    const { server, port: exporterPort } = await serve((_request, response) =>
      response
        .setHeader('content-type', 'text/plain; version=0.0.4')
        .end(`# TYPE disk_free_percent gauge\ndisk_free_percent{device="sda1"} ${free}\n`),
    );
    exporter = server;
    const { port: alertmanagerPort } = await startAlertmanager(
      senders,
      'of-prometheus',
      webhookReceiver(url),
    );
    const rules = await senders.file(
      'prometheus-rules.yml',
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
    const config = await senders.file(
      'prometheus.yml',
      `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${rules}']
alerting: { alertmanagers: [{ static_configs: [{ targets: ['127.0.0.1:${alertmanagerPort}'] }] }] }
scrape_configs: [{ job_name: disks, static_configs: [{ targets: ['127.0.0.1:${exporterPort}'] }] }]
`,
    );
    const port = await freePort();
    senders.start('prometheus', [
      `--config.file=${config}`,
      `--storage.tsdb.path=${senders.at('prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      // Sends resolved and repeated alerts after a second instead of a minute.
      '--rules.alert.resend-delay=1s',
    ]);
    await waitUntilReady(port);
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

requireProgram('vmalert', 'apt-get install victoria-metrics')(
  'a real vmalert, without an Alertmanager',
  () => {
    let datasource: Server;
    afterAll(() => void datasource?.close());

    it('sends firing and resolved without send errors', SLOW_TEST, async () => {
      const { url, events } = await senders.webhook<Event>('auto');
      let isFull = true;
      const { server, port: datasourcePort } = await serve((_request, response) => {
        const value = [Date.now() / 1000, '5'];
        const result = isFull ? [{ metric: { device: 'sda1', instance: 'db-1' }, value }] : [];
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
      });
      datasource = server;
      const rules = await senders.file(
        'vmalert-rules.yml',
        `groups:
  - name: disks
    interval: 1s
    rules:
      - alert: DiskAlmostFull
        expr: disk_free_percent < 10
        annotations: { summary: 'Disk {{ $labels.device }} is almost full' }
`,
      );
      const port = await freePort();
      const printed = senders.start('vmalert', [
        `-rule=${rules}`,
        `-datasource.url=http://127.0.0.1:${datasourcePort}`,
        `-notifier.url=${url}`,
        '-rule.resendDelay=1s',
        `-httpListenAddr=127.0.0.1:${port}`,
      ]);
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
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      expect(metrics).toMatch(/^vmalert_alerts_sent_total\S* [1-9]/m);
      expect(metrics).not.toMatch(/^vmalert_alerts_send_errors_total\S* [1-9]/m);
      expect(printed()).not.toContain('failed to send');
    });
  },
);

requireProgram(forMonit, `apt-get install ${forMonit}`)('a real Monit', () => {
  it('reports a missing file and its return', SLOW_TEST, async () => {
    const { url, events } = await senders.webhook<Event>('monit');
    const watched = await senders.file('watched', 'here');
    const script = await senders.file('tocsin.sh', readGuideBlock('monit', url), 0o700);
    const monitrc = await senders.file(
      'monitrc',
      `set daemon 1
set idfile ${senders.at('id')}
set statefile ${senders.at('state')}
set pidfile ${senders.at('pid')}
check file backup with path ${watched}
  if does not exist
    then exec "${script}"
    else if succeeded then exec "${script}"
`,
    );
    senders.start('monit', ['-I', '-c', monitrc]);
    await rm(watched);
    const [alert] = await until(events, ({ length }) => length === 1);
    expect(alert).toMatchObject({ event_type: 'ALERT', rule: 'backup' });
    expect(alert?.title).toMatch(/^backup .*Does not exist/i);
    expect(alert?.description).toMatch(/file doesn't exist/i);
    await writeFile(watched, 'here again');
    const [recovery] = await until(events, ({ length }) => length === 2);
    expect(recovery).toMatchObject({ event_type: 'RECOVERY', alert_id: alert?.alert_id });
  });
});
