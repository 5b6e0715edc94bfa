import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { built } from '../tools/start/checkout.js';
import { COMPILE_CACHE } from './compile-cache.js';

interface CliCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface CliOutcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function runNode(args: readonly string[], env: Readonly<Record<string, string>>, input: string) {
  const child = spawn(process.execPath, args, {
    env: { ...COMPILE_CACHE, PATH: process.env['PATH'], ...env },
  });
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return Promise.all([code, text(child.stdout), text(child.stderr)]);
}

/** Runs the built command line. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<CliOutcome> {
  const [code, out, err] = await runNode([built('tools/tocsin.js'), ...args], env, input);
  return { code, out, err };
}

/** A program that does the same as `tools/cli/main.ts` for each call. */
const TOGETHER = `
  import { text } from 'node:stream/consumers';
  import { explain } from ${JSON.stringify(built('tools/cli/explain.js'))};
  import { printError } from ${JSON.stringify(built('tools/cli/print.js'))};
  import { createProgram } from ${JSON.stringify(built('tools/cli/program.js'))};
  const [calls, outcomes] = [JSON.parse(await text(process.stdin)), []];
  const written = (stream, keep) => (stream.write = (chunk) => (keep(String(chunk)), true));
  const answer = process.stdout.write.bind(process.stdout);
  for (const { args, env } of calls) {
    const outcome = { code: 0, out: '', err: '' };
    written(process.stdout, (chunk) => (outcome.out += chunk));
    written(process.stderr, (chunk) => (outcome.err += chunk));
    process.env = { ...env };
    try {
      await createProgram().parseAsync(['node', 'tocsin', ...args]);
    } catch (error) {
      const { code, lines } = explain(error);
      for (const line of lines) printError(line);
      outcome.code = code;
    }
    outcomes.push(outcome);
  }
  answer(JSON.stringify(outcomes));`;

/** Runs many calls one after the other in one process, because starting a process takes most of the time of a call. */
export async function runCliTogether(calls: readonly CliCall[]): Promise<readonly CliOutcome[]> {
  const [code, out, err] = await runNode(
    ['--input-type=module', '--eval', TOGETHER],
    {},
    JSON.stringify(calls),
  );
  if (code !== 0) throw new Error(`ended with ${code}: ${err}`);
  return JSON.parse(out) as CliOutcome[];
}

/** Runs `work` for all items, two at a time. */
export async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all([next(), next()]);
}
