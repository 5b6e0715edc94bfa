import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { until } from './client.js';
import type { TestFolder } from './folder.js';
import { findProgram } from './requirements.js';

/** Nagios or Icinga, set up as the guide says. It monitors the services `disk` and `load` of host `db-1`. */
export interface MonitoringCore {
  /** Sends an external command of Nagios, which Icinga accepts too: the result of a check, or an action of an operator. */
  command(command: string): Promise<void>;
  stop(): Promise<void>;
}

export interface MonitoringCoreProgram {
  readonly program: string;
  readonly args: readonly string[];
  /** The named pipe for commands. */
  readonly pipe: string;
  readonly folder: TestFolder;
}

export async function startMonitoringCore({
  program,
  args,
  pipe,
  folder,
}: MonitoringCoreProgram): Promise<MonitoringCore> {
  const child = spawn(findProgram(program) ?? program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const ended = once(child, 'exit');
  await until(
    () => Promise.resolve(existsSync(pipe) || child.exitCode !== null),
    (isThere) => isThere,
  );
  if (child.exitCode !== null) throw new Error(`${program} did not start:\n${printed}`);
  return {
    command: (command) => writeFile(pipe, `[${Math.floor(Date.now() / 1000)}] ${command}\n`),
    stop: async () => {
      child.kill();
      await ended;
      await folder.remove();
    },
  };
}
