import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, createWebhook, until } from './client.js';
import { createTestFolder } from './folder.js';
import { findProgram } from './requirements.js';
import { startService } from './service.js';

/** Starts API and worker, and can start real monitoring programs that send to them. */
export async function startSenders(env: Readonly<Record<string, string>> = {}) {
  const [service, folder] = await Promise.all([startService(env), createTestFolder('senders')]);
  const { url } = service.api;
  const programs: ChildProcess[] = [];
  return {
    service,
    at: (name: string) => join(folder.path, name),

    /** Writes a file. @returns its path */
    async file(name: string, text: string, mode = 0o600): Promise<string> {
      const path = join(folder.path, name);
      await writeFile(path, text);
      await chmod(path, mode);
      return path;
    },

    /** Creates a webhook. Returns its address, and a function that reads its events, newest first. */
    async webhook<Event>(plugin_id: string) {
      const { webhook_id, path } = await createWebhook(url, plugin_id);
      const list = `${url}/monitoring/v1/events?domain_id=demo&webhook_id=${webhook_id}`;
      return {
        url: url + path,
        events: async () => (await call<{ results: Event[] }>('GET', list)).body.results,
      };
    },

    /** Starts a program. @returns a function that reads its standard error */
    start(program: string, args: readonly string[]): () => string {
      const child = spawn(findProgram(program) ?? program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      programs.push(child);
      let printed = '';
      child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      return () => printed;
    },

    async stop(): Promise<void> {
      for (const program of programs) {
        program.kill();
        if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      }
      await service.stop();
      await folder.remove();
    },
  };
}

export type Senders = Awaited<ReturnType<typeof startSenders>>;

/** Waits until Prometheus or Alertmanager is ready. */
export async function waitUntilReady(port: number): Promise<void> {
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(ready, (ok) => ok);
}
