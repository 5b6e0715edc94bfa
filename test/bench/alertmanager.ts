import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryPort } from '../../tools/start/ports.js';
import { alertmanagerBodies, newFingerprint } from './bodies.js';

/** An Alertmanager that is started for the benchmark. It keeps posted alarms in memory. */
export interface Alertmanager {
  readonly url: string;
  /** Bodies for its API. The same alarms are posted repeatedly, because it would keep every new one in memory. */
  readonly bodies: readonly string[];
  stop(): Promise<void>;
}

/** @returns `undefined` if Alertmanager is not installed */
export async function startAlertmanager(): Promise<Alertmanager | undefined> {
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
  const child = spawn('prometheus-alertmanager', options, { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    child.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const missing = new AbortController();
  child.on('error', () => missing.abort());
  const address = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${address}/-/ready`).catch(() => undefined))?.ok) {
    if (missing.signal.aborted) return stop().then(() => undefined);
    await sleep(50);
  }
  return { url: `${address}/api/v2/alerts`, bodies: Array.from({ length: 50 }, bodiesOfApi).flat(), stop };
}

function bodiesOfApi(): string[] {
  return alertmanagerBodies(newFingerprint).map((body) => {
    const { alerts } = JSON.parse(body) as { alerts: object[] };
    return JSON.stringify(
      alerts.map((alert) => ({ ...alert, status: undefined, fingerprint: undefined, endsAt: undefined })),
    );
  });
}
