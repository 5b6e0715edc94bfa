import { Agent, request } from 'node:http';
import { runAtEvenPace } from '../../tools/even-pace.js';

export interface EvenLoad {
  /** Addresses to send to in turn. */
  readonly urls: readonly string[];
  readonly body: () => string;
  readonly connections: number;
  /** Seconds. */
  readonly duration: number;
  /** Requests per second. */
  readonly rate: number;
}

/**
 * Sends requests at an even pace. `run-load.ts` instead sends the requests of a second in a burst at its beginning.
 * @throws when a request fails
 */
export async function sendEvenLoad({ urls, body, connections, duration, rate }: EvenLoad): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let n = 0;
  try {
    await runAtEvenPace(rate, duration, () => post(urls[n++ % urls.length] ?? '', agent, body()));
  } finally {
    agent.destroy();
  }
}

async function post(url: string, agent: Agent, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  await new Promise<void>((resolve, reject) => {
    const clientRequest = request(url, { method: 'POST', agent, headers }, (response) => {
      const accepted = response.statusCode === 202;
      response
        .resume()
        .on('end', () => (accepted ? resolve() : reject(new Error(`answered ${response.statusCode}`))));
    });
    clientRequest.on('error', reject).end(body);
  });
}
