import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { ProcessPluginSandbox } from './process-plugin-sandbox.js';

const dir = mkdtempSync(join(tmpdir(), 'sandbox-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** @param onTask statements that run for each `task`; each answers it */
function createSandbox(onTask: string): ProcessPluginSandbox {
  const path = join(dir, `${onTask.length}.mjs`);
  writeFileSync(path, `process.on('message', (task) => { ${onTask} });\nprocess.send('ready');\n`);
  return startSandbox(path);
}

function startSandbox(path: string): ProcessPluginSandbox {
  const sandbox = new ProcessPluginSandbox({ path, args: [] });
  onTestFinished(() => sandbox.onApplicationShutdown());
  return sandbox;
}

const taskOf = (delivery_id: string) => ({
  plugin_id: 'direct',
  version: '1.0.0',
  options: {},
  delivery_id,
  delivery: {
    received_at: new Date(),
    content_type: 'application/json',
    headers: {},
    query: {},
    path_suffix: '',
    body: Buffer.from('{}'),
  },
});

it('tells how a delivery ends the process, and what survives', async () => {
  const sandbox = createSandbox(
    `if (task.delivery_id === 'deadly') process.exit(1); process.send({ result: '' });`,
  );
  expect(await sandbox.detectCrash(taskOf('good'), 'd1')).toBeUndefined();
  expect(await sandbox.detectCrash(taskOf('deadly'), 'd1')).toMatch(/^ends the process/);
});

it('does not say that a delivery survives if there is no process', async () => {
  const missing = startSandbox(join(dir, 'missing.mjs'));
  await expect(missing.detectCrash(taskOf('a'), 'd1')).rejects.toThrow(PluginUnavailableError);

  const stopped = createSandbox(`setTimeout(() => process.send({ result: '' }), 60_000);`);
  const running = expect(stopped.detectCrash(taskOf('a'), 'd1')).rejects.toThrow(PluginUnavailableError);
  stopped.onApplicationShutdown();
  await running;
  await expect(stopped.detectCrash(taskOf('b'), 'd1')).rejects.toThrow(PluginUnavailableError);
});

it('a domain that tries many deliveries does not delay the one of another domain', async () => {
  const sandbox = createSandbox(`setTimeout(() => process.send({ result: '' }), 20);`);
  const done: string[] = [];
  const run = async (domain_id: string) => {
    await sandbox.detectCrash(taskOf('a'), domain_id);
    done.push(domain_id);
  };
  await Promise.all([...Array.from({ length: 20 }, () => run('loud')), run('quiet')]);
  expect(done.indexOf('quiet')).toBeLessThan(8);
});
