import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../tools/start/checkout.js';

const WATCHDOG = builtFile('libs/shared/src/platform/watchdog/watchdog.js');

/** Starts a program with a watchdog. It prints `up` and then runs `action`. */
function start(action: string, flags: readonly string[] = []) {
  const script = `
    import { startWatchdog } from ${JSON.stringify(WATCHDOG)};
    startWatchdog({ app: 'worker', log: { level: 'info' } });
    setInterval(() => undefined, 1_000);
    // After the event loop has run for a moment.
    setTimeout(async function begin() { console.log('up'); ${action} }, 1_000);`;
  const child = spawn(process.execPath, [...flags, '--input-type=module', '--eval', script]);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const up = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  const ended = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? String(code))),
  );
  return { child, up, ended, printed: () => printed };
}

/** Runs `action` until the watchdog ends it, and returns the logged stack. */
async function stackOf(action: string): Promise<string> {
  const { ended, printed } = start(action);
  expect(await ended, printed()).toBe('SIGALRM');
  const line = JSON.parse(printed().trim().split('\n').at(-1) ?? '') as { level: number; stack: string[] };
  expect(line).toMatchObject({ level: 60, app: 'worker', context: 'Watchdog' });
  return line.stack.join('\n');
}

const SLEEPS = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

// Sequentially, because each test uses a whole core.
describe('the watchdog', { timeout: 60_000 }, () => {
  it.each([
    ['a loop', 'for (;;);', 'begin'],
    [
      'an endless chain of promises',
      'const next = () => Promise.resolve().then(next); await next();',
      'processTicksAndRejections',
    ],
    ['a regular expression', "/^(a+)+$/.test('a'.repeat(60) + '!');", 'begin'],
  ])('ends %s and logs the stack', async (_, action, where) =>
    expect(await stackOf(action)).toContain(where),
  );
});

describe.concurrent('the watchdog of a sleeping or slow process', { timeout: 60_000 }, () => {
  it('ends a process whose event loop is blocked by a sleep', async () =>
    expect(await stackOf(SLEEPS)).toContain('begin'));

  it.each([
    [
      'has long turns of its event loop',
      'for (;;) { for (const end = Date.now() + 1_500; Date.now() < end; ); await sleep(500); }',
      [],
    ],
    ['is stopped by a debugger', SLEEPS, ['--inspect=127.0.0.1:0']],
  ])('does not end a process that %s', async (_, action, flags) => {
    const { child, up, ended } = start(
      `const { setTimeout: sleep } = await import('node:timers/promises'); ${action}`,
      flags,
    );
    await up;
    expect(await Promise.race([ended, sleep(9_000, 'lives')])).toBe('lives');
    child.kill('SIGKILL');
    await ended;
  });

  it('does not end a process that is stopped as a whole and continues', async () => {
    const { child, up, ended, printed } = start(`setInterval(() => console.log('goes on'), 100);`);
    await up;
    child.kill('SIGSTOP');
    await sleep(8_000);
    const before = printed();
    child.kill('SIGCONT');
    expect(await Promise.race([ended, sleep(2_000, 'lives')])).toBe('lives');
    expect(printed().length).toBeGreaterThan(before.length);
    child.kill('SIGKILL');
    await ended;
  });
});
