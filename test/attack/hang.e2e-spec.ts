import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkout } from '../../tools/start/checkout.js';
import { call, createWebhook, until } from '../client.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { createTestFolder, type TestFolder } from '../folder.js';
import { freePort } from '../ports.js';
import { encryptionKey, MAX_START_MS, rootApiKey } from '../processes.js';
import { sql } from '../sql.js';
import { startTocsin } from '../tocsin.js';

/** A plugin that never returns when the body has `hang`. */
const PLUGIN = `
  export const plugins = [{
    plugin_id: 'endless', version: '1.0.0', name: 'Endless', provider: 'endless', docs: '# Endless',
    optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
    samples: [{ name: 'an alarm', body: '{}', expect: [{ outcome: 'EVENT', event: { event_key: 'k' } }] }],
    answer({ body }) {
      while (body.hang === 'intake');
      return undefined;
    },
    parse({ body }) {
      while (body.hang);
      return [{ outcome: 'EVENT', event: { event_key: 'k', event_type: 'ALERT', title: 't', raw_data: body, pointer: '' } }];
    },
  }];`;
/**
 * Milliseconds that time-outs of the service take, on any machine: an event loop that stands still ends its process after five
 * seconds, and two for the stack.
 */
const TIMEOUTS_MS = 7_000;

interface RunningService {
  readonly api: string;
  /** The address of the worker's metrics. */
  readonly worker: string;
  readonly apiMetrics: string;
  /** Milliseconds until it was ready. A recovery contains at most two starts: of the API and of the worker. */
  readonly startMs: number;
  output(): string;
}

let folder: TestFolder;
let databases: TestDatabase[];
let env: Record<string, string>;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = await createTestFolder('hang');
  databases = [await createTestDatabase(), await createTestDatabase()];
  env = {
    PATH: process.env.PATH ?? '',
    ROOT_API_KEY: rootApiKey,
    ENCRYPTION_KEY: encryptionKey,
    PLUGINS: join(folder.path, 'endless.mjs'),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DRAIN_DELAY: '0',
  };
  await writeFile(join(folder.path, 'endless.mjs'), PLUGIN);
}, 120_000);
afterAll(async () => {
  for (const stop of stops) await stop();
  for (const database of databases ?? []) await database.drop();
  await folder?.remove();
});

const at = (number: number) => `http://127.0.0.1:${number}`;

async function startWithNpm(databaseUrl: string): Promise<RunningService> {
  const [PORT, METRICS_PORT] = [await freePort(), await freePort()];
  const began = performance.now();
  const DATA_DIR = join(folder.path, 'data');
  const ports = { PORT: String(PORT), METRICS_PORT: String(METRICS_PORT) };
  const tocsin = startTocsin({ ...env, ...ports, DATABASE_URL: databaseUrl, DATA_DIR });
  stops.push(() => {
    tocsin.signal('SIGTERM');
    return tocsin.exit;
  });
  await tocsin.waitUntilReady();
  return {
    api: at(PORT),
    worker: at(METRICS_PORT + 1),
    apiMetrics: at(METRICS_PORT),
    startMs: performance.now() - began,
    output: () => tocsin.output(),
  };
}

async function startFromImage(databaseUrl: string): Promise<RunningService> {
  const dockerfile = await readFile(join(checkout(), 'deploy/Dockerfile'), 'utf8');
  const listAt = (word: string): string[] =>
    JSON.parse(new RegExp(`^${word} (.*)$`, 'm').exec(dockerfile)?.[1] ?? '') as string[];
  const [, ...entrypoint] = listAt('ENTRYPOINT');
  const [PORT, api, worker] = [await freePort(), await freePort(), await freePort()];
  let printed = '';
  const start = (command: readonly string[], variables: Record<string, string>) => {
    const child: ChildProcess = spawn(process.execPath, [...entrypoint, ...command], {
      cwd: checkout(),
      env: { ...env, ...variables, DATABASE_URL: databaseUrl },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const ended = new Promise((resolve) => child.once('close', resolve));
    stops.push(() => {
      child.kill('SIGTERM');
      return ended;
    });
  };
  const began = performance.now();
  start(listAt('CMD'), { PORT: String(PORT), METRICS_PORT: String(api) });
  start(['dist/bundle/worker.js'], { METRICS_PORT: String(worker) });
  const ready = (url: string) =>
    until(
      () =>
        fetch(`${url}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      Boolean,
      MAX_START_MS,
    );
  await Promise.all([ready(at(PORT)), ready(at(worker))]);
  return {
    api: at(PORT),
    worker: at(worker),
    apiMetrics: at(api),
    startMs: performance.now() - began,
    output: () => printed,
  };
}

const readStalls = async (url: string) =>
  /^tocsin_restarts_total\{cause="stall"\} (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];

/** Waits for the metrics: the API accepts deliveries before its metrics are served. */
const waitForStalls = (url: string) =>
  until(
    () => readStalls(url).catch(() => undefined),
    (stalls) => stalls !== undefined,
  );

/**
 * Hangs the worker, optionally the API as well. Returns the milliseconds until another tenant's alarm becomes an event, without
 * those of a preview, which has five seconds of processor time, however long they take beside what hangs.
 */
async function measureRecovery(
  { api, worker, apiMetrics }: RunningService,
  hangApi: boolean,
): Promise<number> {
  const endless = await createWebhook(api, 'endless', 'attacker');
  const other = await createWebhook(api, 'direct', 'bystander');
  const started = performance.now();
  expect((await call('POST', api + endless.path, { hang: true })).status).toBe(202);
  // A preview hangs only its own process.
  const previewed = performance.now();
  const preview = `${api}/monitoring/v1/plugin/endless/preview?domain_id=attacker`;
  expect(await call('POST', preview, { hang: true })).toMatchObject({
    status: 400,
    body: { detail: 'data takes more than 5 s to parse' },
  });
  const previewMs = performance.now() - previewed;
  if (hangApi)
    await expect(call('POST', api + endless.path, { hang: 'intake' })).rejects.toThrow('fetch failed');
  await until(
    () =>
      call('POST', api + other.path, { event_key: 'k', title: 't' }, { prefer: 'wait=1' }).catch(() => null),
    (answer) => answer?.status === 200,
    60_000,
  );
  const elapsedMs = performance.now() - started - previewMs;
  expect(await waitForStalls(worker)).toBe('1');
  expect(await waitForStalls(apiMetrics)).toBe(hangApi ? '1' : '0');
  return elapsedMs;
}

const watchdogLines = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.includes('"Watchdog"'))
    .map((line) => JSON.parse(line) as { app: string; msg: string; stack: string[] });

/** Waits until the delivery that hung the worker is quarantined, so that it cannot hang it again. */
async function waitUntilQuarantined(databaseUrl: string): Promise<void> {
  const [row] = await until(
    () => sql<{ reason: string }>(databaseUrl, 'select reason from quarantine'),
    (rows) => rows.length > 0,
    30_000,
  );
  expect(row?.reason).toContain('plugin endless 1.0.0 takes more than 5 seconds');
}

// The tests mostly wait, so they run concurrently.
it.concurrent('npm start restarts an API and a worker that hang', { timeout: 120_000 }, async () => {
  const [{ url: databaseUrl }] = databases as [TestDatabase];
  const running = await startWithNpm(databaseUrl);
  expect(await measureRecovery(running, true)).toBeLessThan(TIMEOUTS_MS + 2 * running.startMs);
  await waitUntilQuarantined(databaseUrl);
  const lines = watchdogLines(running.output());
  expect(lines.map(({ app }) => app).toSorted()).toEqual(['api', 'worker']);
  for (const { msg, stack } of lines) {
    expect(msg).toMatch(/^the event loop stood still for \d+\.\d s/);
    expect(stack[0]).toMatch(/^(parse|answer) \(.*endless\.mjs:\d+\)$/);
    expect(stack.join()).toMatch(/libs\/monitoring\/src\/\S+\.ts:\d+/);
  }
});

it.concurrent('the command of the image restarts a worker that hangs', { timeout: 120_000 }, async () => {
  const [, { url: databaseUrl }] = databases as [TestDatabase, TestDatabase];
  const running = await startFromImage(databaseUrl);
  expect(await measureRecovery(running, false)).toBeLessThan(TIMEOUTS_MS + 2 * running.startMs);
  expect(watchdogLines(running.output()).map(({ app }) => app)).toEqual(['worker']);
});
