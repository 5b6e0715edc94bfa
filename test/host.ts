import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { call, createWebhook, until } from './client.js';
import { createTestFolder } from './folder.js';
import type { Call } from './host-script-calls.js';
import { installHostScripts, startPassingServer } from './host-scripts.js';
import { startService } from './service.js';

interface Alert {
  readonly event_key: string;
  readonly state: string;
  readonly severity: string;
  readonly title: string;
  readonly resource: { readonly name: string };
}

/** Starts a service, and installs the scripts of docs/senders/host-scripts.md in a folder that stands for a host. */
export async function startHost() {
  const [service, folder] = await Promise.all([startService(), createTestFolder('host')]);
  const webhook = await createWebhook(service.api.url, 'direct');
  const server = await startPassingServer(service.api.url + webhook.path);
  const here = await installHostScripts(folder.path);
  const secrets = [here('/etc/tocsin'), here('/etc/nut'), here('/etc/redis')];
  for (const secret of secrets) {
    await mkdir(secret, { recursive: true });
    const name = secret.endsWith('/tocsin') ? 'webhook.env' : 'tocsin.env';
    await writeFile(join(secret, name), `WEBHOOK_URL='${server.url}'\n`, { mode: 0o600 });
  }
  // Stands for an array that has all its devices.
  await writeFile(here('/usr/local/bin/mdadm'), '#!/bin/sh\n[ "$1 $2" = "--detail --test" ]\n', {
    mode: 0o755,
  });

  /** Runs a file with the few variables that a service manager sets. */
  async function run(file: string, { args = [], env = {} }: Call = {}): Promise<string> {
    const { stdout, stderr } = await promisify(execFile)(file, args, {
      env: { PATH: `${here('/usr/local/bin')}:/usr/bin:/bin`, ...env },
      cwd: '/',
    });
    return stdout + stderr;
  }

  async function listAlerts(key: string): Promise<readonly Alert[]> {
    const url = `${service.api.url}/monitoring/v1/alerts?domain_id=demo&webhook_id=${webhook.webhook_id}`;
    const { body } = await call<{ results: Alert[] }>('GET', url);
    return body.results.filter(({ event_key }) => event_key === key);
  }

  const readStates = async (key: string) => (await listAlerts(key)).map(({ state }) => state);
  const outcomesOf = (from: number) =>
    server.posted.slice(from).map(({ outcomes }) => outcomes.map(({ outcome }) => outcome).join());

  /** Posts again what a script posted, as `curl` does when the answer was lost. */
  async function repeat(body: string): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    await fetch(server.url, { method: 'POST', headers, body });
  }

  async function expectRoundTrip(begin: () => Promise<unknown>, end: () => Promise<unknown>, key: string) {
    const from = server.posted.length;
    const postedOf = (type: string) =>
      server.posted.slice(from).find(({ body }) => body.includes(`"${type}","event_key":"${key}"`));
    await begin();
    const alert = await until(
      async () => postedOf('ALERT'),
      (found) => found !== undefined,
    );
    expect(alert?.outcomes).toMatchObject([{ outcome: 'CREATED' }]);
    expect(await readStates(key)).toEqual(['OPEN']);
    await repeat(alert?.body ?? '');
    expect(outcomesOf(-1)).toEqual(['DUPLICATE']);
    await begin();
    expect(await readStates(key)).toEqual(['OPEN']);
    await end();
    await until(
      () => readStates(key),
      ([state]) => state === 'RESOLVED',
    );
    await repeat(alert?.body ?? '');
    await repeat(postedOf('RECOVERY')?.body ?? '');
    expect(await readStates(key)).toEqual(['RESOLVED']);
    expect(server.posted.slice(from).some(({ isAddressListed }) => isAddressListed)).toBe(false);
  }

  return {
    api: service.api,
    folder,
    webhook,
    server,
    here,
    run,
    listAlerts,
    readStates,
    outcomesOf,
    expectRoundTrip,
    stop: async () => {
      await server.close();
      await service.stop();
      await folder.remove();
    },
  };
}

export type Host = Awaited<ReturnType<typeof startHost>>;
