import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { workerData } from 'node:worker_threads';
import { readMainThreadUsage, StallMeter } from './stall-meter.js';
import type { WatchdogOptions } from './watchdog.js';

const TICK_MS = 500;
const MAX_STALL_MS = 5_000;
const STDOUT = 1;
const STACK_TIMEOUT_MS = 2_000;

const { app, log, shared } = workerData as WatchdogOptions;
const beat = new Int32Array(shared);
const meter = new StallMeter(TICK_MS);

const timer = setInterval(() => {
  const loopState = { beats: Atomics.load(beat, 0), debugged: Atomics.load(beat, 1) === 1 };
  const stalledMs = meter.measure(loopState, performance.now(), readMainThreadUsage);
  if (stalledMs < MAX_STALL_MS) return;
  clearInterval(timer);
  void terminate(stalledMs);
}, TICK_MS);

async function terminate(stalledMs: number): Promise<void> {
  // Imported only now, because every process would keep its memory for ever.
  const { captureMainThreadStack } = await import('./main-thread-stack.js');
  const stack = await captureMainThreadStack(STACK_TIMEOUT_MS).catch((error: unknown) => [String(error)]);
  writeLogLine(
    `the event loop stood still for ${(stalledMs / 1_000).toFixed(1)} s, so the process ends itself, to be started again`,
    stack.length > 0 ? stack : ['in native code, whose stack cannot be read'],
  );
  process.kill(process.pid, 'SIGALRM');
}

/** Writes a line like the logger of the main thread, which cannot write any more. */
function writeLogLine(msg: string, stack: readonly string[]): void {
  if (log.level === 'silent') return;
  const context = 'Watchdog';
  const line = isatty(STDOUT)
    ? `FATAL: ${msg}\n    ${stack.join('\n    ')}`
    : JSON.stringify({ level: 60, time: new Date().toISOString(), app, context, stack, msg });
  try {
    writeSync(STDOUT, `${line}\n`);
  } catch {
    // Nobody reads the output of this process. It must end nevertheless.
  }
}
