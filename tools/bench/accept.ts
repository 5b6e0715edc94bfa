import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryPort } from '../start/ports.js';
import { alertmanagerBody } from './bodies.js';
import { load, type LoadResult } from './load.js';
import { median, number } from './statistics.js';

const PAIRS = 5;
export const CONNECTIONS = 64;

type Speed = Omit<LoadResult, 'requests'>;

export interface Comparison {
  readonly echo: Speed;
  readonly accept: Speed;
  readonly ratio: number;
}

/** In turns, so that a machine that gets slower or faster does so for both. */
export async function compareAccept(
  echo: string,
  webhooks: readonly string[],
  duration: number,
): Promise<Comparison> {
  const body = alertmanagerBody(1, new Date().toISOString());
  const [first = ''] = webhooks;
  const post = { body, connections: CONNECTIONS, duration };
  const accept = () =>
    webhooks.length === 1
      ? load({ url: first, ...post })
      : load({ url: first, ...post, paths: pathsOf(webhooks) });
  await load({ url: echo, ...post });
  await accept();
  const pairs: { echo: LoadResult; accept: LoadResult }[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push({ echo: await load({ url: echo, ...post }), accept: await accept() });
  const of = (one: 'echo' | 'accept'): Speed => ({
    perSecond: median(pairs.map((pair) => pair[one].perSecond)),
    p50: median(pairs.map((pair) => pair[one].p50)),
    p99: median(pairs.map((pair) => pair[one].p99)),
  });
  return {
    echo: of('echo'),
    accept: of('accept'),
    ratio: median(pairs.map((pair) => pair.accept.perSecond / pair.echo.perSecond)),
  };
}

export function pathsOf(urls: readonly string[]): readonly string[] {
  return urls.map((url) => new URL(url).pathname);
}

/** The same alarm, posted to an Alertmanager's own API, which keeps it in memory. */
export async function benchAlertmanager(duration: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-bench-alertmanager-'));
  const port = await tryPort('127.0.0.1', 0);
  const config = join(folder, 'alertmanager.yml');
  await writeFile(config, 'route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n');
  const options = [
    `--config.file=${config}`,
    `--storage.path=${folder}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ];
  const alertmanager = spawn('prometheus-alertmanager', options, { stdio: 'ignore' });
  const missing = new AbortController();
  alertmanager.on('error', () => missing.abort());
  try {
    const address = `http://127.0.0.1:${port}`;
    while (!missing.signal.aborted && !(await fetch(`${address}/-/ready`).catch(() => undefined))?.ok)
      await sleep(50);
    if (missing.signal.aborted) return undefined;
    const { alerts } = JSON.parse(alertmanagerBody(1, new Date().toISOString())) as { alerts: object[] };
    const body = JSON.stringify(
      alerts.map((alert) => ({ ...alert, status: undefined, fingerprint: undefined, endsAt: undefined })),
    );
    const { perSecond, p99 } = await load({
      url: `${address}/api/v2/alerts`,
      body,
      connections: CONNECTIONS,
      duration,
    });
    return `${number(perSecond)} requests/s, p99 ${p99} ms`;
  } finally {
    alertmanager.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
