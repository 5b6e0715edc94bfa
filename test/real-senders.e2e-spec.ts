import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from './client.js';
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
const ALERTMANAGER = 'prometheus-alertmanager';
const hasAlertmanager = requireProgram(ALERTMANAGER, `apt-get install ${ALERTMANAGER}`);
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

/** Starts an Alertmanager that sends to `url` without a delay. @returns its port */
async function startAlertmanager(
  name: string,
  url: string,
  interval = 'repeat_interval: 1h, ',
): Promise<number> {
  const config = await senders.file(
    `${name}.yml`,
    `route: { receiver: tocsin, group_wait: 0s, group_interval: 1s, ${interval}group_by: ['...'] }
receivers:
  - name: tocsin
    webhook_configs: [{ url: '${url}', send_resolved: true }]
`,
  );
  const port = await freePort();
  senders.start(ALERTMANAGER, [
    `--config.file=${config}`,
    `--storage.path=${senders.at(name)}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ]);
  await waitUntilReady(port);
  return port;
}

hasAlertmanager('a real Alertmanager', () => {
  it('sends firing and resolved, which become one alert', SLOW_TEST, async () => {
    const { url, events } = await senders.webhook<Event>('prometheus');
    const address = `http://127.0.0.1:${await startAlertmanager('alertmanager', url)}`;
    const post = (alert: object) => call('POST', `${address}/api/v2/alerts`, [alert], {});
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

  it(
    'opens a second alert by the only notification that the problem lasts after a time-out',
    SLOW_TEST,
    async () => {
      const { url, events } = await senders.webhook<Event>('prometheus');
      // The default interval between repeats is four hours.
      const address = `http://127.0.0.1:${await startAlertmanager('timeout', url, '')}`;
      const post = (alert: object) => call('POST', `${address}/api/v2/alerts`, [alert], {});
      const labels = { alertname: 'LinkDown', instance: 'sw-1', severity: 'critical' };
      const startsAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
      const endsIn = (ms: number) => new Date(Date.now() + ms).toISOString();
      await post({ labels, startsAt, endsAt: endsIn(2_000) });
      const [, first] = await until(events, ({ length }) => length === 2);
      await post({ labels, startsAt, endsAt: endsIn(3_600_000) });

      const database = new pg.Client({ connectionString: senders.service.databaseUrl });
      await database.connect();
      const held = () =>
        database.query(`select from alarm_state where held_until > now() + interval '5 min'`);
      await until(held, ({ rowCount }) => rowCount === 1);
      expect(await events()).toHaveLength(2);
      // As if six minutes had passed.
      await database.query(`update alarm_state set held_until = now() where held_until is not null`);
      await database.end();
      const [again] = await until(events, ({ length }) => length === 3);
      expect(again).toMatchObject({ event_type: 'ALERT', rule: 'LinkDown' });
      expect(again?.alert_id).not.toBe(first?.alert_id);
    },
  );
});

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
    const alertmanagerPort = await startAlertmanager('of-prometheus', url);
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
