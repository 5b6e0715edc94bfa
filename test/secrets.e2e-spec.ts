import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalIssuer, createIssuerKey } from '../apps/api/test/local-issuer.js';
import { startRemote, type RemoteService } from '../libs/monitoring/test/remote-service.js';
import { until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { encryptionKey, rootApiKey, startApi, startWorker, type AppUnderTest } from './processes.js';
import { postgresQueues, REDIS_PASSWORD, redisQueues, type QueueServers } from './queue-servers.js';
import { requireProgram } from './requirements.js';
import { findLeaks } from './secrets/find-leaks.js';
import { Traffic } from './secrets/traffic.js';
import { sql } from './sql.js';

/** A line of the log, as pino writes it. */
interface Line {
  readonly level: number;
  readonly time: string;
  readonly app: string;
  readonly context?: string;
  readonly request_id?: string;
  readonly webhook_id?: string;
  readonly domain?: string;
  readonly msg?: string;
}

const OLD_KEY = Buffer.alloc(32, 'old key ').toString('base64');
const OTLP_TOKEN = 'token-of-the-collector-of-traces';

/** Secrets that callers store on purpose in readable data. */
const STORED = new Set([
  'a password in an alarm',
  'a password in a broken body',
  "token in a remote plugin's URL",
  'a key in the query',
]);

describe('secrets, with queues in PostgreSQL', () => suite((url) => postgresQueues(url)));
requireProgram('redis-server', 'apt-get install redis-server')('secrets, with queues in Redis', () =>
  suite(() => redisQueues('single')),
);

function suite(open: (databaseUrl: string) => QueueServers | Promise<QueueServers>): void {
  let database: TestDatabase;
  let queues: QueueServers;
  let collector: Server;
  let remote: RemoteService;
  const issuer = new LocalIssuer();
  const traces: string[] = [];
  let traffic: Traffic;
  let secrets: Record<string, string>;
  let api: AppUnderTest;
  let worker: AppUnderTest;
  const metrics: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    queues = await open(database.url);
    collector = createServer(async (request, response) => {
      traces.push(await text(request));
      response.setHeader('content-type', 'application/json').end('{}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    // A service that fails and repeats the request in its response.
    remote = await startRemote(({ path, headers, body }) => ({
      status: 500,
      text: `failed at ${path} with ${JSON.stringify(headers)} ${body}`,
    }));
    await issuer.start();
    const key = await createIssuerKey('first');
    issuer.keys = [key];
    const token = await issuer.token(key, { domain_id: 'd2' });
    const env = {
      LOG_LEVEL: 'trace',
      ENCRYPTION_KEY_OLD: OLD_KEY,
      REMOTE_PLUGIN_ALLOW: '127.0.0.0/8',
      NOTIFICATION_ALLOW: '127.0.0.0/8',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${OTLP_TOKEN}`,
      ...queues.env,
    };
    const issuerEnv = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'tocsin' };
    [api, worker] = await Promise.all([
      startApi({ databaseUrl: database.url, env: { ...env, ...issuerEnv } }),
      startWorker({ databaseUrl: database.url, env }),
    ]);
    traffic = new Traffic({ api, databaseUrl: database.url, remote, token });
    await traffic.run();
    for (const { metricsUrl } of [api, worker])
      metrics.push(await (await fetch(`${metricsUrl}/metrics`)).text());
    await until(
      () => Promise.resolve(traces.length),
      (received) => received > 1,
    );
    await Promise.all([api.stop(), worker.stop()]);
    secrets = {
      ...traffic.secrets,
      'root key': rootApiKey,
      ENCRYPTION_KEY: encryptionKey,
      ENCRYPTION_KEY_OLD: OLD_KEY,
      'password of the database': decodeURIComponent(new URL(database.url).password),
      'password of Redis': REDIS_PASSWORD,
      'token of the issuer': token,
      'token of the collector': OTLP_TOKEN,
    };
  });
  afterAll(async () => {
    await Promise.all([api?.kill(), worker?.kill()]);
    await queues?.close();
    collector?.close();
    await remote?.close();
    await issuer.stop();
    await database?.drop();
  });

  const linesOf = (app: AppUnderTest) =>
    app
      .logs()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);

  it('are all used by the traffic of this test', async () => {
    for (const [name, secret] of Object.entries(secrets))
      expect([name, secret.length > 12]).toEqual([name, true]);
    expect(Object.keys(secrets).length).toBeGreaterThan(25);
    // Failures must appear in the log; otherwise the following tests would prove nothing.
    expect(remote.asked.length).toBeGreaterThan(0);
    await expect.poll(() => worker.logs()).toContain('processing of the webhook is paused: ');
    await expect.poll(() => api.logs() + worker.logs()).toMatch(/connection lost/);
  });

  it('are in no line of the log', () => {
    expect(findLeaks(api.logs(), secrets)).toEqual([]);
    expect(findLeaks(worker.logs(), secrets)).toEqual([]);
  });

  it('are in no trace and no metric', () => {
    expect(metrics.join('\n')).toContain('tocsin_queue_jobs');
    expect(findLeaks(traces.join('\n'), secrets)).toEqual([]);
    expect(findLeaks(metrics.join('\n'), secrets)).toEqual([]);
  });

  it('are in no table as plain text, including jobs and reasons of failures', async () => {
    const tables = await sql<{ name: string }>(
      database.url,
      `select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables`,
    );
    const rows: string[] = [];
    for (const { name } of tables)
      for (const { row } of await sql<{ row: string }>(database.url, `select t::text as row from ${name} t`))
        rows.push(row);
    const all = rows.join('\n');
    expect(all).toContain('it fails');
    // The response of the receiver, which repeats the request, is stored redacted.
    expect(all).toMatch(/failed at .*\*\*\*/);
    const hidden = Object.entries(secrets).filter(([name]) => !STORED.has(name));
    expect(findLeaks(all, Object.fromEntries(hidden))).toEqual([]);
  });

  it('log lines are JSON and contain the id and the domain of each request', () => {
    const lines = linesOf(api);
    for (const line of [...lines, ...linesOf(worker)]) {
      expect(line).toMatchObject({
        level: expect.any(Number),
        time: expect.stringMatching(/Z$/),
        app: expect.any(String),
      });
    }
    const answers = lines.filter(({ context, request_id }) => context === 'Http' && request_id !== undefined);
    const told = answers.map(({ request_id, domain }) => ({ request_id, domain }));
    expect(told).toEqual(expect.arrayContaining([...traffic.expected]));
    expect(traffic.expected.length).toBeGreaterThan(25);
  });

  it('log lines of webhooks contain the id and the domain of the webhook', () => {
    const webhookLines = linesOf(worker).filter(({ webhook_id }) => webhook_id !== undefined);
    expect(webhookLines.length).toBeGreaterThan(0);
    for (const { webhook_id, domain, msg } of webhookLines) {
      // Of a webhook that cannot be read, as the traffic ends connections to the database, the domain is not known.
      const known = msg?.startsWith('terminating connection') === true ? domain : 'd1';
      expect([msg, webhook_id, domain]).toEqual([msg, expect.stringMatching(/^webhook_/), known]);
    }
    // Ids of webhooks are in a field of the line, not only in its message.
    for (const line of linesOf(worker))
      expect(line.webhook_id === undefined && /webhook_[0-9a-z]{26}/.test(line.msg ?? '')).toBe(false);
  });
}
