import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#test/ports.js';
import { findProgram } from '#test/requirements.js';
import { createTestFolder, type TestFolder } from '#test/folder.js';
import { startTocsin, waitForExit, type Tocsin } from '#test/tocsin.js';

describe('npm start', () => {
  let folder: TestFolder;
  let env: { DATA_DIR: string; PORT: string; METRICS_PORT: string };
  let tocsin: Tocsin;
  const url = (path: string) => `http://127.0.0.1:${env.PORT}${path}`;
  const bash = async (script: string) => (await promisify(execFile)('bash', ['-c', script])).stdout;

  const start = async () => {
    tocsin = startTocsin(env);
    await tocsin.waitUntilReady();
  };
  /** Stops all processes by a signal and checks that they end without an error. */
  const stopBy = async (signal: NodeJS.Signals) => {
    const family = tocsin.processIds();
    expect(family.length).toBeGreaterThan(5);
    tocsin.signal(signal);
    expect(await tocsin.exit).toBe(0);
    await waitForExit(family);
  };

  // The service that is started here runs until a test stops it.
  beforeAll(async () => {
    folder = await createTestFolder('start');
    const [port, metricsPort] = await Promise.all([freePort(), freePort()]);
    env = { DATA_DIR: join(folder.path, 'data'), PORT: String(port), METRICS_PORT: String(metricsPort) };
    await start();
  }, 60_000);

  afterAll(async () => {
    const family = tocsin?.processIds() ?? [];
    tocsin?.signal('SIGTERM');
    await tocsin?.exit;
    await waitForExit(family);
    await folder?.remove();
  });

  it('creates the keys, prints the root key and serves the API and the console', async () => {
    const key = (await readFile(join(env.DATA_DIR, 'root-api-key'), 'utf8')).trim();
    expect(key.length).toBeGreaterThanOrEqual(32);
    expect(tocsin.output()).toContain(key);
    for (const name of ['root-api-key', 'encryption-key', 'postgres-password']) {
      expect((await stat(join(env.DATA_DIR, name))).mode & 0o777).toBe(0o600);
    }
    expect((await stat(env.DATA_DIR)).mode & 0o007).toBe(0);
    expect((await fetch(url('/health/ready'))).status).toBe(200);
    expect((await fetch(url('/docs'))).status).toBe(200);
    const [, page, sign_in_token] = /^ {2}Console {5}(\S+)#sign-in=(\S+)$/m.exec(tocsin.output()) ?? [];
    expect((await fetch(page ?? '')).status).toBe(200);
    const signIn = await fetch(url('/identity/v1/session'), {
      method: 'POST',
      headers: { 'x-requested-with': 'test' },
      body: JSON.stringify({ sign_in_token }),
    });
    expect(await signIn.json()).toMatchObject({ domain_id: 'demo', role: 'ADMIN' });
    // The free disk space of the embedded PostgreSQL and of the spool is monitored.
    const metrics = async () => (await fetch(`http://127.0.0.1:${env.METRICS_PORT}/metrics`)).text();
    for (const disk of ['database', 'spool'])
      await expect
        .poll(metrics, { timeout: 5_000 })
        .toMatch(new RegExp(`^tocsin_disk_free_bytes\\{disk="${disk}"\\} \\d+`, 'm'));
    // No warnings: log lines are JSON, and only warnings are printed.
    expect(tocsin.output().match(/^\{.*$/gm)).toBeNull();
  });

  it('refuses a second start on the same data in one line', async () => {
    const second = startTocsin({ ...env, PORT: '0' });
    expect(await second.exit).toBe(1);
    expect(second.output()).toMatch(
      /^The data folder \S+ is in use by another running Tocsin\. .* with DATA_DIR\n$/,
    );
  });

  it.runIf(findProgram('curl'))('prints commands whose alarm is still there after kill -9', async () => {
    const key = (await readFile(join(env.DATA_DIR, 'root-api-key'), 'utf8')).trim();
    const commands = /^ {2}KEY=[^]*(?=\n\nCtrl-C)/m.exec(tocsin.output())?.[0].replace(/^\S.*:$/gm, '') ?? '';
    expect(await bash(commands)).toContain('DiskAlmostFull');

    const family = tocsin.processIds();
    tocsin.signal('SIGKILL');
    await tocsin.exit;
    await start();
    await waitForExit(family);
    expect(tocsin.output()).toContain('Stopped a PostgreSQL that an earlier start had left running.');
    expect(tocsin.output()).not.toContain(key);
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(url('/monitoring/v1/events?domain_id=demo'), { headers });
    expect(await answer.text()).toContain('DiskAlmostFull');
  });

  it('stops everything on SIGTERM', () => stopBy('SIGTERM'));

  it('stops everything when one part ends', async () => {
    await start();
    const family = tocsin.processIds();
    const postmaster = Number(
      (await readFile(join(env.DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
    );
    process.kill(postmaster, 'SIGKILL');
    expect(await tocsin.exit).toBe(1);
    expect(tocsin.output()).toContain('PostgreSQL was ended by SIGKILL');
    await waitForExit(family);
  });

  it('stops everything on Ctrl-C', async () => {
    await start();
    await stopBy('SIGINT');
  });
});

describe('npm start that fails', () => {
  let folder: TestFolder;

  beforeEach(async () => void (folder = await createTestFolder('start')));
  afterEach(() => folder.remove());

  it('says in one line that the port is taken', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    );
    const tocsin = startTocsin({ DATA_DIR: join(folder.path, 'data'), PORT: String(port) });
    expect(await tocsin.exit).toBe(1);
    expect(tocsin.output()).toBe(
      `Port ${port} on 127.0.0.1 is in use. Stop the process that uses it, or choose another port with PORT\n`,
    );
    other.close();
  });

  it('lists every bad setting', async () => {
    const tocsin = startTocsin({ DATA_DIR: join(folder.path, 'data'), PORT: 'http', ROOT_API_KEY: 'short' });
    expect(await tocsin.exit).toBe(1);
    expect(tocsin.output()).toMatch(/- PORT must be .*\n.*- ROOT_API_KEY must be at least 32 characters/);
  });

  it('says when the data folder cannot be made', async () => {
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    const tocsin = startTocsin({ DATA_DIR: join(file, 'data'), PORT: '0' });
    expect(await tocsin.exit).toBe(1);
    expect(tocsin.output()).toContain(file);
    expect(tocsin.output()).toMatch(/^The data folder cannot be created: ENOTDIR.* with DATA_DIR\n$/);
  });
});
