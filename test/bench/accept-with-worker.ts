import { CONNECTIONS, medianOf, pathsOf, type Speed } from './accept.js';
import { alertmanagerBodies } from './bodies.js';
import { countReceived } from './drain.js';
import { runLoad, type LoadResult } from './run-load.js';
import type { Testbed } from './testbed.js';
import { median } from './statistics.js';

const ROUNDS = 3;

export interface AcceptWithWorker extends Speed {
  /** Deliveries per second that the worker processed meanwhile. */
  readonly processed: number;
}

/** Measures the maximum rate of accepting while a worker processes the deliveries. */
export async function measureAcceptWithWorker(
  testbed: Testbed,
  webhooks: readonly string[],
  duration: number,
): Promise<AcceptWithWorker> {
  const [url = ''] = webhooks;
  const accepted: LoadResult[] = [];
  const processed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [before, startedAt] = [await countReceived(testbed), performance.now()];
    const body = alertmanagerBodies();
    accepted.push(await runLoad({ url, body, paths: pathsOf(webhooks), connections: CONNECTIONS, duration }));
    const seconds = (performance.now() - startedAt) / 1000;
    processed.push(((await countReceived(testbed)) - before) / seconds);
  }
  return { ...medianOf(accepted), processed: median(processed) };
}
