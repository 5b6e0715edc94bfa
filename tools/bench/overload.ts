import { pathsOf } from './accept.js';
import { alertmanagerBodies } from './bodies.js';
import { drive } from './drive.js';
import { requestsOf } from './load.js';
import { quantiles, residentMemory } from './statistics.js';

/**
 * Enough of them that the service, not the senders' patience, is the limit; each more only waits in its own socket, where
 * no service can help it.
 */
const CONNECTIONS = 512;

export interface Overload {
  /** All per second. */
  readonly asked: number;
  readonly accepted: number;
  readonly refused: number;
  /** Of the accepted, milliseconds. */
  readonly p99: number;
  /** Of the API at the end, MB. */
  readonly memory: number;
}

/**
 * Twice of what it can take: who cannot be served is told so at once, and those who are served hardly notice.
 * @throws when anything but 202 and 503 is answered
 */
export async function overload(
  webhooks: readonly string[],
  capacity: number,
  pid: number,
  duration: number,
): Promise<Overload> {
  const accepted: number[] = [];
  let [refused, other] = [0, 0];
  const asked = 2 * capacity;
  const [url = ''] = webhooks;
  const seconds = await drive({
    origin: new URL(url).origin,
    request: requestsOf({ url, body: alertmanagerBodies(), paths: pathsOf(webhooks) }),
    connections: CONNECTIONS,
    rate: asked,
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
    asked,
    accepted: accepted.length / seconds,
    refused: refused / seconds,
    p99,
    memory: await residentMemory(pid),
  };
}
