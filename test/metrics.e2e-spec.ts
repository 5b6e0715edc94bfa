import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkout } from '../tools/start/checkout.js';
import { call, createWebhook, until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { findProgram, requireProgram } from './requirements.js';
import { sql } from './sql.js';

const deploy = (path: string) => join(checkout(), 'deploy', path);

let database: TestDatabase;
let api: AppUnderTest;
let worker: AppUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
  [api, worker] = await Promise.all([
    startApi({ databaseUrl: database.url }),
    startWorker({ databaseUrl: database.url }),
  ]);
});
afterAll(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await database?.drop();
});

const scrape = async (app: AppUnderTest) => (await fetch(`${app.metricsUrl}/metrics`)).text();

function readSample(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
}

/** Returns the names of metrics in a dashboard or in alert rules. */
function findMetricNames(text: string): string[] {
  const names = text.match(/\b(?:tocsin|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return [...new Set(names)].toSorted();
}

function parseMetricNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    names.add(name);
    if (type === 'histogram') for (const part of ['bucket', 'sum', 'count']) names.add(`${name}_${part}`);
  }
  return names;
}

describe('the metrics of a running service', () => {
  it('count deliveries from their arrival to the ledger', async () => {
    const webhook = await createWebhook(api.url, 'direct');
    for (const body of [{ event_key: 'a', title: 'A' }, { event_key: 'a', title: 'A' }, { no: 'event' }])
      expect((await call('POST', api.url + webhook.path, body, {})).status).toBe(202);
    const text = await until(
      () => scrape(worker),
      // Both the counters of the worker and the figures of the database must be final: they are not read at the same moment.
      (each) =>
        readSample(each, 'tocsin_backlog_deliveries') === 0 &&
        readSample(each, 'tocsin_processing_lag_seconds_count') === 3 &&
        readSample(each, 'tocsin_ledger_deliveries{term="quarantined"}') === 1,
    );
    expect(readSample(await scrape(api), 'tocsin_deliveries_accepted_total')).toBe(3);
    const expected = {
      'tocsin_alarms_total{plugin="direct",outcome="CREATED"}': 1,
      'tocsin_alarms_total{plugin="direct",outcome="DUPLICATE"}': 1,
      'tocsin_alarms_total{plugin="direct",outcome="QUARANTINED"}': 1,

      tocsin_processing_lag_seconds_count: 3,
      tocsin_backlog_age_seconds: 0,
      'tocsin_ledger_deliveries{term="accepted"}': 3,
      'tocsin_ledger_deliveries{term="processed"}': 2,
      'tocsin_ledger_deliveries{term="quarantined"}': 1,
      'tocsin_ledger_alarms{term="parsed"}': 3,
    };
    const found = Object.fromEntries(Object.keys(expected).map((name) => [name, readSample(text, name)]));
    expect(found).toEqual(expected);
    // May exceed 3: a delivery can be parsed twice if another time slice commits it first.
    expect(readSample(text, 'tocsin_plugin_deliveries_total{plugin="direct"}')).toBeGreaterThanOrEqual(3);
  });

  it('report the age of the backlog', async () => {
    const webhook = await createWebhook(api.url, 'direct');
    await worker.kill();
    await call('POST', api.url + webhook.path, { event_key: 'b', title: 'B' }, {});
    // As after a failed attempt, so that the delivery stays in the backlog.
    await sql(database.url, `update webhook_cursor set next_attempt_at = now() + interval '50 seconds'`);
    worker = await startWorker({ databaseUrl: database.url });
    const text = await until(
      () => scrape(worker),
      (each) => (readSample(each, 'tocsin_backlog_age_seconds') ?? 0) > 0.5,
    );
    expect(readSample(text, 'tocsin_backlog_deliveries')).toBe(1);
    expect(readSample(text, 'tocsin_backlog_webhooks')).toBe(1);
  });

  it.each(['grafana/tocsin.json', 'prometheus/alerts.yml'])(
    'include all metrics that %s uses',
    async (file) => {
      const named = findMetricNames(await readFile(deploy(file), 'utf8'));
      expect(named.length).toBeGreaterThan(10);
      const exposed = new Set([
        ...parseMetricNames(await scrape(api)),
        ...parseMetricNames(await scrape(worker)),
      ]);
      expect(named.filter((name) => !exposed.has(name))).toEqual([]);
    },
  );
});

requireProgram('promtool', 'apt-get install prometheus')('promtool', () => {
  const promtool = (args: readonly string[], input?: string) =>
    execFileSync(findProgram('promtool') ?? '', args, { encoding: 'utf8', input });

  it('accepts the rules and the configuration', () => {
    expect(promtool(['check', 'rules', deploy('prometheus/alerts.yml')])).toMatch(/SUCCESS: \d+ rules/);
    expect(promtool(['check', 'config', deploy('prometheus/prometheus.yml')])).toContain('SUCCESS');
  });

  it('reports no problems of the metrics', async () => {
    const own = (text: string) =>
      [...text.split('\n').filter((line) => /^(?:# \w+ )?tocsin_/.test(line)), ''].join('\n');
    for (const app of [api, worker]) expect(promtool(['check', 'metrics'], own(await scrape(app)))).toBe('');
  });

  it('passes the unit tests of the alert rules', () => {
    expect(promtool(['test', 'rules', deploy('prometheus/alerts.test.yml')])).toContain('SUCCESS');
  });
});
