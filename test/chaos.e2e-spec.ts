import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runChaos } from './chaos/run-chaos.js';
import { computeTotals } from './chaos/totals.js';
import { builtFile } from '../tools/start/checkout.js';

const chaos = (...options: string[]) =>
  spawnSync(process.execPath, [builtFile('test/chaos/main.js'), ...options], { encoding: 'utf8' });

it('prints its usage for --help and for an unknown option', () => {
  const asked = chaos('--help');
  expect([asked.status, asked.stderr]).toEqual([0, '']);
  expect(asked.stdout).toMatch(/^Usage: npm run chaos .*--rounds N[^]*PostgreSQL killed\n/);
  const wrong = chaos('--round', '3');
  expect([wrong.status, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toMatch(/^Unknown option '--round'[^]*Usage: /);
});

it.concurrent(
  'nothing is lost, duplicated or wrong after three rounds of chaos',
  { timeout: 240_000 },
  async () => {
    const seed = Date.now() % 1_000_000;
    const { faults, findings, notifications, abortReason } = await runChaos({
      rounds: 3,
      seed,
      redis: false,
      notify: true,
      roundSeconds: 4,
    });
    if (findings === undefined || notifications === undefined)
      throw new Error('nothing was compared', { cause: abortReason });
    expect(abortReason).toBeUndefined();
    const {
      acknowledged,
      decisions,
      events,
      resent,
      rounds,
      alarms: _,
      ...wrong
    } = { rounds: computeTotals(faults, findings).rounds, ...findings };
    // `npm run chaos -- --notify --rounds 3 --round-seconds 4 --seed …` repeats the faults of a seed.
    const noFindings = {
      lost: [],
      duplicated: [],
      lostByResender: [],
      badReceipts: [],
      wrongStates: [],
      outOfOrder: [],
      wrongChanges: [],
      wrongDecisions: [],
      unbalanced: [],
      missedByFollower: [],
      refusedWhileReady: [],
    };
    expect({ seed, ...wrong }).toEqual({ seed, ...noFindings });
    // The list of tests that passed at the second attempt only has no more than the message of the first.
    const said = JSON.stringify(notifications).slice(0, 4_000);
    expect({ seed, ...notifications }, said).toMatchObject({
      missing: [],
      duplicateIds: [],
      arrivedOutOfOrder: [],
      unitMismatches: [],
      aboveLimit: [],
      badSignatures: [],
      untold: [],
      leftOpen: [],
      stepsTwice: [],
      stepsMissing: [],
      stepsAfterAcknowledgement: [],
    });
    expect(notifications.steps).toBeGreaterThan(10);
    expect(notifications.mails).toBeGreaterThan(3);
    expect(notifications.notified).toBeGreaterThan(50);
    expect([rounds, acknowledged > 100, events >= acknowledged, resent > 0]).toEqual([3, true, true, true]);
    expect(decisions).toBeGreaterThan(10);
  },
);

it.concurrent(
  'reports its findings when it is interrupted, and leaves no files behind',
  { timeout: 240_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chaos-stopped-'));
    // Lets the account of PostgreSQL pass through.
    await chmod(folder, 0o711);
    const args = ['--rounds', '100', '--round-seconds', '1', '--seed', '1', '--only', 'worker killed'];
    const run = spawn(process.execPath, [builtFile('test/chaos/main.js'), ...args], {
      cwd: folder,
      env: { ...process.env, TMPDIR: folder },
    });
    let [out, output] = ['', ''];
    run.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    run.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      // Only one signal: a second one would end the run at once.
      if (output.includes('2/100 worker killed') && !run.killed) run.kill('SIGINT');
    });
    const [code] = await once(run, 'close');
    expect([code, output]).toEqual([1, expect.stringMatching(/cut short: Error: it was stopped by SIGINT/)]);
    expect(out).toMatch(/worker killed \| 2 \|/);
    expect(out).toMatch(/acknowledged and lost\*\* \| 0 \|/);
    expect(await readdir(folder)).toEqual(['reports']);
    await rm(folder, { recursive: true });
  },
);
