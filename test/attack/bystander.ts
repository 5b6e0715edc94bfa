import { setTimeout as sleep } from 'node:timers/promises';
import { slowness } from '../slowness.js';
import { call, createWebhook } from '../client.js';

export interface BystanderResult {
  /** Milliseconds of the longest request, corrected for the load of the machine. */
  readonly longestMs: number;
  /** Requests that failed. */
  readonly refused: readonly string[];
  readonly requests: number;
}

/** Runs an attack while another tenant continuously posts, reads and previews a mapping. */
export async function measureBystander(api: string, attack: () => Promise<void>): Promise<BystanderResult> {
  const webhook = await createWebhook(api, 'direct', 'bystander');
  const mapping = { fields: { event_key: 'host', title: 'text' } };
  const options = encodeURIComponent(JSON.stringify(mapping));
  const requests: (readonly [string, string, unknown?])[] = [
    ['POST', webhook.path, { event_key: 'k', title: 't' }],
    ['GET', '/monitoring/v1/events?domain_id=bystander'],
    ['POST', `/monitoring/v1/plugin/mapping/preview?domain_id=bystander&options=${options}`, { host: 'h' }],
  ];
  const before = slowness();
  const durations: number[] = [];
  const refused: string[] = [];
  const stopped = new AbortController();
  const ask = async ([method, path, body]: readonly [string, string, unknown?]) => {
    while (!stopped.signal.aborted) {
      const started = performance.now();
      const { status } = await call(method, api + path, body);
      durations.push(performance.now() - started);
      if (status >= 300) refused.push(`${status} ${method} ${path.split('?')[0]}`);
      await sleep(20);
    }
  };
  const running = Promise.all(requests.map(ask));
  try {
    await attack();
  } finally {
    stopped.abort();
    await running;
  }
  const longestMs = Math.max(...durations) / Math.max(before, slowness());
  return { longestMs, refused, requests: durations.length };
}
