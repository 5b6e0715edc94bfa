import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { freePort } from '#test/ports.js';
import { ROOT_API_KEY } from './api-under-test.js';

let database: TestDatabase;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  port = await freePort();
});
afterAll(() => database.drop());

/** Starts the built API in a separate process, as in production. */
function startProcess(settings: NodeJS.ProcessEnv = {}) {
  const ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64');
  const required = { DATABASE_URL: database.url, ROOT_API_KEY, ENCRYPTION_KEY };
  const child = spawn(process.execPath, ['dist/bundle/api.js'], {
    env: {
      PATH: process.env.PATH,
      ...required,
      PORT: String(port),
      HOST: '127.0.0.1',
      METRICS_PORT: '0',
      ...settings,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return { child, exit, output: () => output };
}

const get = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  return response && { status: response.status, connection: response.headers.get('connection') };
};

describe('the process', () => {
  it('on SIGTERM says that it is not ready, keeps answering for DRAIN_DELAY, and exits with 0', async () => {
    const { child, exit } = startProcess({ DRAIN_DELAY: '1' });
    await expect.poll(async () => (await get('/health/ready'))?.status, { timeout: 15_000 }).toBe(200);

    const taken = startProcess();
    expect(await taken.exit).toBe(1);
    // Only the last lines, because the output begins with a warning that the test server runs with fsync off.
    expect(taken.output().split('\n').slice(-2)).toEqual([
      `Port ${port} on 127.0.0.1 is taken by another program; choose another one with PORT.`,
      '',
    ]);

    const stopped = performance.now();
    child.kill('SIGTERM');
    await sleep(100);
    child.kill('SIGINT');
    expect(await get('/health/ready')).toEqual({ status: 503, connection: 'close' });
    expect(await get('/docs')).toEqual({ status: 200, connection: 'close' });
    expect(await exit).toBe(0);
    expect(performance.now() - stopped).toBeGreaterThan(950);
    expect(performance.now() - stopped).toBeLessThan(5000);
  });

  it('exits with 1, and names every invalid setting or an unreachable database', async () => {
    const bad = startProcess({ ROOT_API_KEY: 'short', PORT: 'many' });
    expect(await bad.exit).toBe(1);
    expect(bad.output()).toMatch(/PORT must be .*\n.*ROOT_API_KEY must be at least 32 characters\n$/);
    const unreachable = startProcess({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' });
    expect(await unreachable.exit).toBe(1);
    expect(unreachable.output()).toMatch(/^The database cannot be reached: .*ECONNREFUSED 127\.0\.0\.1:1\n$/);
  });
});
