import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';

export interface Stoppable {
  /** Announces that no more work should come. Work that still comes is done. */
  drain(): void;
  /** Finishes the work in progress and releases all resources. */
  close(): Promise<void>;
}

/**
 * Milliseconds for work in progress after the draining. Most senders wait 10 seconds for a response, and a statement to a
 * database that hangs ends after 4. Together with `DRAIN_DELAY` (5) it is less than the 30 seconds that Kubernetes gives a
 * pod.
 */
export const SHUTDOWN_TIMEOUT_MS = 20_000;

/** Handles SIGTERM and SIGINT: drains, waits until load balancers have noticed, closes and exits. */
export function stopOnSignal(app: Stoppable, drainDelayMs: number): void {
  const logger = new Logger('Shutdown');
  const timeoutMs = drainDelayMs + SHUTDOWN_TIMEOUT_MS;
  let isStopping = false;
  const stop = async (signal: string) => {
    // For one Ctrl-C, both the terminal and the parent process may send a signal.
    if (isStopping) return;
    isStopping = true;
    logger.log(`${signal}: stopping`);
    setTimeout(() => {
      logger.error(`not stopped within ${timeoutMs} ms; giving up`);
      process.exit(1);
    }, timeoutMs).unref();
    app.drain();
    await sleep(drainDelayMs);
    await app.close();
    // The exit code is 0, unless a failure caused the stop and set it.
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        logger.error(error);
        process.exit(1);
      });
    });
  }
}
