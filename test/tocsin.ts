import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChildren, isAlive } from '../tools/embedded-postgres/postmaster.js';
import { builtFile } from '../tools/start/checkout.js';
import { COMPILE_CACHE } from './compile-cache.js';

export interface Tocsin {
  readonly pid: number;
  /** Returns the pids of the process and of all its current descendants. */
  processIds(): number[];
  /** Returns the output of both streams. */
  output(): string;
  waitUntilReady(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Resolves to the exit code. */
  readonly exit: Promise<number | null>;
}

/** Runs what `npm start` runs after the build. */
export function startTocsin(env: Readonly<Record<string, string>>, options: readonly string[] = []): Tocsin {
  const child = spawn(process.execPath, [builtFile('tools/start.js'), ...options], {
    env: { ...COMPILE_CACHE, PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const appendOutput = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', appendOutput);
  child.stderr.on('data', appendOutput);
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const pid = child.pid ?? 0;
  return {
    pid,
    processIds: () => [pid, ...descendants(pid)],
    output: () => output,
    waitUntilReady: async () => {
      while (!output.includes('Ctrl-C stops everything')) {
        if (child.exitCode !== null) throw new Error(`Tocsin did not start: ${output}`);
        await sleep(20);
      }
    },
    signal: (name) => void child.kill(name),
    exit,
  };
}

const descendants = (pid: number): number[] =>
  findChildren(pid).flatMap((child) => [child, ...descendants(child)]);

export async function waitForExit(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await sleep(20);
}
