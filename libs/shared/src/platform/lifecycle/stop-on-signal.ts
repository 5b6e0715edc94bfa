import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';

export interface Stoppable {
  /** Says to the outside that no more work should come; what comes is still done. */
  drain(): void;
  /** Finishes what is under way and lets go of everything. */
  close(): Promise<void>;
}

/**
 * For what is under way once the draining is over: most senders wait 10 seconds for an answer, a statement to a database
 * that hangs ends after 4. Together with `DRAIN_DELAY` (5) less than the 30 seconds that Kubernetes gives a pod.
 */
export const FINISH_MS = 20_000;

/** On SIGTERM and SIGINT: drain, wait until the load balancers have noticed, close, exit. */
export function stopOnSignal(app: Stoppable, drainDelayMs: number): void {
  const logger = new Logger('Shutdown');
  const timeoutMs = drainDelayMs + FINISH_MS;
  let stopping = false;
  const stop = async (signal: string) => {
    // A terminal and the parent process may both signal one Ctrl-C.
    if (stopping) return;
    stopping = true;
    logger.log(`${signal}: stopping`);
    setTimeout(() => {
      logger.error(`not stopped within ${timeoutMs} ms; giving up`);
      process.exit(1);
    }, timeoutMs).unref();
    app.drain();
    await sleep(drainDelayMs);
    await app.close();
    // 0, unless why it stops is a failure.
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
