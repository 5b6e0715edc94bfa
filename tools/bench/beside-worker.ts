import { CONNECTIONS, medianOf, pathsOf, type Speed } from './accept.js';
import { alertmanagerBodies } from './bodies.js';
import { countReceived } from './drain.js';
import { load, type LoadResult } from './load.js';
import type { Stage } from './stage.js';
import { median } from './statistics.js';

const ROUNDS = 3;

export interface BesideWorker extends Speed {
  /** Deliveries per second that the worker processed meanwhile. */
  readonly processed: number;
}

/** Measures the maximum rate of accepting while a worker processes the deliveries. */
export async function acceptBesideWorker(
  stage: Stage,
  webhooks: readonly string[],
  duration: number,
): Promise<BesideWorker> {
  const [url = ''] = webhooks;
  const accepted: LoadResult[] = [];
  const processed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [before, began] = [await countReceived(stage), performance.now()];
    const body = alertmanagerBodies();
    accepted.push(await load({ url, body, paths: pathsOf(webhooks), connections: CONNECTIONS, duration }));
    const seconds = (performance.now() - began) / 1000;
    processed.push(((await countReceived(stage)) - before) / seconds);
  }
  return { ...medianOf(accepted), processed: median(processed) };
}
