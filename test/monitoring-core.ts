import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { until } from './client.js';
import type { TestFolder } from './folder.js';
import { findProgram } from './requirements.js';

/** A daemon of the Nagios family that is set up by the guide: it watches the services `disk` and `load` of host `db-1`. */
export interface MonitoringCore {
  /** Tells it what a check found, or what an operator does: an external command of Nagios, which Icinga takes as well. */
  command(command: string): Promise<void>;
  stop(): Promise<void>;
}

export interface MonitoringCoreProgram {
  readonly program: string;
  readonly args: readonly string[];
  /** The named pipe that it takes commands by. */
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
