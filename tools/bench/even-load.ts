import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface EvenLoad {
  /** Where requests go in turn. */
  readonly urls: readonly string[];
  readonly body: () => string;
  readonly connections: number;
  /** Seconds. */
  readonly duration: number;
  /** Requests per second. */
  readonly rate: number;
}

/**
 * One request after another at an even pace. The generator of `load` sends what it may send in a second at once, at its
 * beginning.
 * @throws when a request fails
 */
export async function evenLoad({ urls, body, connections, duration, rate }: EvenLoad): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const posted: Promise<void>[] = [];
  const began = performance.now();
  while (posted.length < rate * duration) {
    const due = Math.min(rate * duration, ((performance.now() - began) * rate) / 1000);
    while (posted.length < due) {
      const one = post(urls[posted.length % urls.length] ?? '', agent, body());
      // It is told of at the end.
      one.catch(() => undefined);
      posted.push(one);
    }
    await sleep(1);
  }
  try {
    await Promise.all(posted);
  } finally {
    agent.destroy();
  }
}

async function post(url: string, agent: Agent, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  await new Promise<void>((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const accepted = response.statusCode === 202;
      response
        .resume()
        .on('end', () => (accepted ? resolve() : reject(new Error(`answered ${response.statusCode}`))));
    });
    sent.on('error', reject).end(body);
  });
}
