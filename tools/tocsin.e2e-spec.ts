import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '#test/cli.js';
import { builtFile } from './start/checkout.js';

const OLDEST = 20;

/** The path of a Node that the README allows and that is older than the one of `npm ci`. */
const oldNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((node) => {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1]);
    return major >= OLDEST && major < 24;
  });
if (oldNode === undefined)
  process.stderr.write('Skipped, as no Node older than 24 is on the PATH: install Node 20 beside this one\n');

describe.skipIf(oldNode === undefined)('tocsin, started by an older Node', () => {
  const run = (...args: string[]) =>
    spawnSync(oldNode ?? '', [builtFile('tools/tocsin.js'), ...args], { encoding: 'utf8' });

  it('runs with the Node that npm ci installed and returns its exit code', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('webhooks') as string });
    expect(run('nonsense')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('unknown command') as string,
    });
  });
});

describe('tocsin, in a pipe that is closed early', () => {
  it('ends without an error', async () => {
    const child = spawn(process.execPath, [builtFile('tools/tocsin.js'), '--help']);
    child.stdout.destroy();
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect({ err, code: code as unknown }).toEqual({ err: '', code: 0 });
  });
});

describe('tocsin, in a pipe that is filled later', () => {
  it('waits for standard input', async () => {
    const child = spawn(process.execPath, [builtFile('tools/tocsin.js'), 'compare', '-']);
    // It has started: without input it waits.
    const timer = setTimeout(() => child.stdin.end('time,key,state\nnever,a,firing\n'), 2_000);
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    clearTimeout(timer);
    expect(err).toMatch(/^-:2: time: expected/);
    expect(code).toBe(1);
  });
});

describe('tocsin, called by npm run', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'tocsin-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("finds files in the caller's folder", async () => {
    const url = 'http://127.0.0.1:4';
    writeFileSync(join(folder, 'mine.json'), JSON.stringify({ url, key: 'k' }), { mode: 0o600 });
    const { err } = await runCli(['--profile', 'mine.json', 'webhooks', 'list'], {
      npm_lifecycle_event: 'tocsin',
      INIT_CWD: folder,
    });
    expect(err).toContain(url);
  });
});
