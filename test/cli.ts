import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { builtFile } from '../tools/start/checkout.js';
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
  const [code, out, err] = await runNode([builtFile('tools/tocsin.js'), ...args], env, input);
  return { code, out, err };
}

/** A program that does the same as `tools/cli/main.ts` for each call. */
const BATCH_PROGRAM = `
  import { text } from 'node:stream/consumers';
  import { explain } from ${JSON.stringify(builtFile('tools/cli/explain.js'))};
  import { printError } from ${JSON.stringify(builtFile('tools/cli/print.js'))};
  import { createProgram } from ${JSON.stringify(builtFile('tools/cli/program.js'))};
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
export async function runCliBatch(calls: readonly CliCall[]): Promise<readonly CliOutcome[]> {
  const [code, out, err] = await runNode(
    ['--input-type=module', '--eval', BATCH_PROGRAM],
    {},
    JSON.stringify(calls),
  );
  if (code !== 0) throw new Error(`ended with ${code}: ${err}`);
  return JSON.parse(out) as CliOutcome[];
}

/** Runs `work` for all items, two at a time. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const runNext = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all([runNext(), runNext()]);
}
