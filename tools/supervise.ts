import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { builtFile } from './start/checkout.js';
import { Supervisor } from './supervisor/supervisor.js';
import type { ExitStatus } from './supervisor/restart-policy.js';

// The entry point of the image. Runs the program of the command line, and restarts it when a signal ends it: the watchdog ends a
// program that hangs by a signal.
const program = process.argv.slice(2);
const endWithParent = pathToFileURL(builtFile('tools/start/end-with-parent.js')).href;

const supervisor = new Supervisor(
  program.at(-1) ?? 'program',
  (variables) => {
    const child = spawn(process.execPath, ['--import', endWithParent, ...program], {
      env: { ...process.env, ...variables },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    const ending = new Promise<ExitStatus>((resolve) => {
      child.once('error', () => resolve({ code: 126, signal: null }));
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    return { ending, kill: (signal: NodeJS.Signals) => child.kill(signal) };
  },
  (line) => console.error(line),
);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    supervisor.stop();
    supervisor.program.kill(signal);
  });
}

const { code, signal } = await supervisor.ending;
// The convention of shells: 128 plus the number of the signal.
process.exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
