import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkout } from '../tools/start/checkout.js';
import { createWebhook, call, until } from './client.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startTestServer, type TestServer } from './database.js';
import { freePort } from './ports.js';
import { encryptionKey, rootApiKey } from './processes.js';

const run = promisify(execFile);
const quiet = { env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 64 * 1024 * 1024 };

let folder: TestFolder;
let server: TestServer;
let entrypoint: string[];
let command: string[];
let healthCheck: string[];
const programs: ChildProcess[] = [];

/** Executes the instructions of the Dockerfile in clean folders, without a container. */
async function followDockerfile(root: string): Promise<void> {
  const text = (await readFile(join(checkout(), 'deploy/Dockerfile'), 'utf8')).replaceAll('\\\n', ' ');
  const context = join(root, 'context');
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: checkout(),
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter((path) => path !== '')) {
    await mkdir(dirname(join(context, file)), { recursive: true });
    await cp(join(checkout(), file), join(context, file)).catch(() => undefined);
  }
  let stage = '';
  for (const [, instruction, rest = ''] of text.matchAll(/^(\w+) +(.*)$/gm)) {
    const here = join(root, stage, 'app');
    switch (instruction) {
      case 'FROM':
        stage = /AS (\w+)$/.exec(rest)?.[1] ?? 'final';
        await mkdir(join(root, stage, 'app'), { recursive: true });
        break;
      case 'COPY': {
        const [, from, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
        const parts = paths.split(' ');
        const to = parts.pop() ?? '';
        for (const path of parts) {
          const source = from === undefined ? join(context, path) : join(root, from, path);
          const target = to.endsWith('/') ? join(here, to, basename(path)) : join(here, to);
          await cp(source, target, { recursive: true, verbatimSymlinks: true });
        }
        break;
      }
      case 'RUN':
        // Copies the packages of the checkout, which come from the same lock file: `npm ci` takes a minute.
        if (rest.startsWith('npm ci ')) await run('cp', ['-a', join(checkout(), 'node_modules'), here]);
        else await run('sh', ['-ec', rest], { ...quiet, cwd: here });
        break;
      case 'ENTRYPOINT':
        entrypoint = JSON.parse(rest) as string[];
        break;
      case 'CMD':
        command = JSON.parse(rest) as string[];
        break;
      case 'HEALTHCHECK':
        healthCheck = JSON.parse(/CMD (.*)$/.exec(rest)?.[1] ?? '') as string[];
        break;
      case 'ARG':
      case 'WORKDIR':
      case 'ENV':
      case 'USER':
      case 'EXPOSE':
        break;
      default:
        throw new Error(`what does ${instruction} do?`);
    }
  }
}

/** Replaces the path of Node in the image by that of this process. */
const inImage = (args: readonly string[]) =>
  args.map((each) => (each === '/nodejs/bin/node' ? process.execPath : each));

function start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const [program = '', ...rest] = inImage([...entrypoint, ...args]);
  const child = spawn(program, rest, { cwd: join(folder.path, 'final/app'), env, stdio: 'inherit' });
  programs.push(child);
  return child;
}

beforeEach(async () => {
  [folder, server] = await Promise.all([createTestFolder('image'), startTestServer()]);
  await followDockerfile(folder.path);
}, 600_000);

afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL');
  await server?.close();
  await folder?.remove();
});

it(
  'the image holds what both apps, the migrations and the health check need',
  { timeout: 120_000 },
  async () => {
    const [port, metricsPort, workerPort] = (await Promise.all(
      Array.from({ length: 3 }, () => freePort()),
    )) as [number, number, number];
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: server.url,
      ROOT_API_KEY: rootApiKey,
      ENCRYPTION_KEY: encryptionKey,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
    };
    const migrated = start(['dist/tools/migrate.js'], env);
    expect(await new Promise((resolve) => migrated.once('exit', resolve))).toBe(0);
    start(command, { ...env, PORT: String(port), METRICS_PORT: String(metricsPort) });
    start(['dist/bundle/worker.js'], { ...env, METRICS_PORT: String(workerPort) });

    const isHealthy = (settings: Readonly<Record<string, string>>) => async () => {
      const [program = '', ...args] = inImage(healthCheck);
      return run(program, args, { cwd: join(folder.path, 'final/app'), env: settings }).then(
        () => true,
        () => false,
      );
    };
    expect(await isHealthy({ PORT: '1' })()).toBe(false);
    await until(isHealthy({ PORT: String(port) }), Boolean);
    await until(isHealthy({ HEALTH_PORT: String(workerPort) }), Boolean);

    const api = `http://127.0.0.1:${port}`;
    await until(
      async () => (await fetch(`${api}/health/ready`)).status,
      (status) => status === 200,
    );
    const webhook = await createWebhook(api, 'direct');
    const body = { event_key: 'k', title: 'from the image' };
    const prefer = { prefer: 'wait=20' };
    expect(await call('POST', api + webhook.path, body, prefer)).toMatchObject({
      status: 200,
      body: { status: 'PROCESSED' },
    });
    // Modules that are loaded on first use.
    const headers = { authorization: `Bearer ${rootApiKey}` };
    for (const path of [
      'docs',
      'docs/guides/escalations.md',
      'docs/guides/notifications/slack.md',
      'config/schema.json',
    ])
      expect([path, (await fetch(`${api}/${path}`, { headers })).status]).toEqual([path, 200]);
  },
);
