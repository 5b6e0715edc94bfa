import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, it } from 'vitest';
import { createWebhook } from '../client.js';
import type { Service } from '../service.js';
import { Neighbour } from './neighbour.js';

const MEBIBYTE = 1024 * 1024;
const POSTS = 60;

let service: Service;

const readResidentMebibytes = () =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${service.api.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Posts from a thread, so that the neighbour does not wait for the attacker. Half of the requests announce no length. */
const ATTACKER = `
  const { parentPort, workerData: { url, posts, bytes } } = require('node:worker_threads');
  const alarm = JSON.stringify({ event_key: 'k', title: 't', more: '' });
  const body = Buffer.from(alarm.replace('""', '"' + 'x'.repeat(bytes - alarm.length) + '"'));
  const post = async (_, n) => {
    const sent = n % 2 === 0 ? body : new Blob([body]).stream();
    const response = await fetch(url, { method: 'POST', body: sent, duplex: 'half' });
    await response.arrayBuffer();
    return response.status;
  };
  Promise.all(Array.from({ length: posts }, post)).then((statuses) => parentPort.postMessage(statuses));
`;

async function postFromThread(url: string): Promise<readonly number[]> {
  const workerData = { url, posts: POSTS, bytes: 8 * MEBIBYTE };
  const thread = new Worker(ATTACKER, { eval: true, workerData });
  const [statuses] = (await once(thread, 'message')) as [readonly number[]];
  await thread.terminate();
  return statuses;
}

/** Attacks with many bodies of the largest size at the same time. */
export function attackByLargeBodies(target: () => Service): void {
  beforeAll(() => void (service = target()));

  it(
    'many bodies of 8 MiB at once take neither the memory nor the time of another domain',
    { timeout: 300_000 },
    async () => {
      const webhook = await createWebhook(service.api.url, 'direct', 'heavy');
      const neighbour = await Neighbour.start(service.api.url, service.databaseUrl);
      const before = readResidentMebibytes();
      let highest = before;
      const watch = setInterval(() => (highest = Math.max(highest, readResidentMebibytes())), 100);
      const statuses = await postFromThread(service.api.url + webhook.path);
      clearInterval(watch);
      expect(statuses.filter((status) => status === 202).length).toBeGreaterThan(0);
      expect([...new Set(statuses)].toSorted()).toEqual([202, 503]);
      const { refused, late, longest } = await neighbour.stop();
      expect({ refused, late: late < 5, longest: longest < 1_000 }).toEqual({
        refused: [],
        late: true,
        longest: true,
      });
      // Bodies being read, those being written, and their copies.
      expect(highest - before).toBeLessThan(400);
    },
  );
}
