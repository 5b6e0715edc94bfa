import { url as inspectorUrl } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config/config.js';

const BEAT_INTERVAL_MS = 250;
// The thread runs from the sources or the build, as this file does.
const THREAD_FILE = fileURLToPath(new URL(`./watchdog-thread${import.meta.url.slice(-3)}`, import.meta.url));

export interface WatchdogOptions extends Pick<Config, 'app' | 'log'> {
  /** Two numbers: how often the event loop has turned, and whether a debugger may stop it. */
  readonly shared: SharedArrayBuffer;
}

/**
 * Starts a thread that ends this process (by SIGALRM) when its event loop stands still for more than five seconds; a
 * supervisor restarts it. No plugin or request can block that thread.
 */
export function startWatchdog({ app, log }: Pick<Config, 'app' | 'log'>): void {
  const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const beat = new Int32Array(shared);
  const options: WatchdogOptions = { app, log, shared };
  const thread = new Worker(THREAD_FILE, { workerData: options, env: {}, execArgv: [] });
  thread.unref();
  setInterval(() => {
    Atomics.store(beat, 1, inspectorUrl() === undefined ? 0 : 1);
    Atomics.add(beat, 0, 1);
  }, BEAT_INTERVAL_MS).unref();
}
