import { spawn } from 'node:child_process';
import { built } from '../tools/start/checkout.js';

/** The command line as it was built. */
export async function runCli(args: readonly string[], given: Record<string, string>, input = '') {
  const child = spawn(process.execPath, [built('tools/tocsin.js'), ...args], {
    env: { PATH: process.env['PATH'], ...given },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

/** Two at a time, as there are many. */
export async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all([next(), next()]);
}
