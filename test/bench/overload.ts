import { pathsOf } from './accept.js';
import { alertmanagerBodies } from './bodies.js';
import { sendRequests } from './send-requests.js';
import { createRequestGenerator } from './run-load.js';
import { quantiles, readResidentMemory } from './statistics.js';

/**
 * Enough connections to overload the service although each waits for its response. More would only queue in the kernel,
 * where the service cannot reject them.
 */
const CONNECTIONS = 512;

export interface Overload {
  /** Requests per second. */
  readonly requested: number;
  readonly accepted: number;
  readonly refused: number;
  /** Of the accepted requests, in milliseconds. */
  readonly p99: number;
  /** Memory of the API at the end, in MB. */
  readonly memory: number;
}

/**
 * Sends twice the capacity of the service: it should reject the excess at once and accept the rest almost as fast as usual.
 * @throws when a response is neither 202 nor 503
 */
export async function measureOverload(
  webhooks: readonly string[],
  capacity: number,
  pid: number,
  duration: number,
): Promise<Overload> {
  const accepted: number[] = [];
  let [refused, other] = [0, 0];
  const requested = 2 * capacity;
  const [url = ''] = webhooks;
  const seconds = await sendRequests({
    origin: new URL(url).origin,
    request: createRequestGenerator({ url, body: alertmanagerBodies(), paths: pathsOf(webhooks) }),
    connections: CONNECTIONS,
    rate: requested,
    duration,
    answered(status, milliseconds) {
      if (status === 202) accepted.push(milliseconds);
      else if (status === 503) refused += 1;
      else other += 1;
    },
  });
  if (other > 0) throw new Error(`${other} requests were neither accepted nor sent away`);
  const [p99 = Number.NaN] = quantiles(accepted, [0.99]);
  return {
    requested,
    accepted: accepted.length / seconds,
    refused: refused / seconds,
    p99,
    memory: await readResidentMemory(pid),
  };
}
