import autocannon from 'autocannon';
import { pathsOf } from './accept.js';
import { alertmanagerBody } from './bodies.js';
import { inTurn } from './load.js';
import { residentMemory } from './statistics.js';

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
  const body = alertmanagerBody(1, new Date().toISOString());
  const waits: number[] = [];
  let refused = 0;
  const asked = 2 * capacity;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        url: webhooks[0] ?? '',
        method: 'POST',
        connections: CONNECTIONS,
        headers: { 'content-type': 'application/json' },
        setupClient: inTurn(pathsOf(webhooks), { body }),
        overallRate: asked,
        duration,
      },
      (error: Error | null, done) => (error === null ? resolve(done) : reject(error)),
    );
    running.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 202) waits.push(milliseconds);
      else if (status === 503) refused += 1;
    });
  });
  const other = result.errors + result['1xx'] + result['3xx'] + result['4xx'] + result['5xx'] - refused;
  if (other > 0) throw new Error(`${other} requests were neither accepted nor sent away`);
  waits.sort((a, b) => a - b);
  return {
    asked,
    accepted: waits.length / result.duration,
    refused: refused / result.duration,
    p99: Math.round(waits[Math.floor(waits.length * 0.99)] ?? Number.NaN),
    memory: await residentMemory(pid),
  };
}
