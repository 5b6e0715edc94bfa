import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { createWebhook } from '../client.js';
import type { Service } from '../service.js';
import { Neighbour } from './neighbour.js';

const MEBIBYTE = 1024 * 1024;
const POSTS = 60;

let service: Service;

const readResidentMebibytes = () =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${service.api.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Attacks with many bodies of the largest size at the same time. */
export function attackByLargeBodies(target: () => Service): void {
  beforeAll(() => void (service = target()));

  it(
    'many bodies of 8 MiB at once take neither the memory nor the time of another domain',
    { timeout: 300_000 },
    async () => {
      const webhook = await createWebhook(service.api.url, 'direct', 'heavy');
      const more = 'x'.repeat(8 * MEBIBYTE - 100);
      const body = JSON.stringify({ event_key: 'k', title: 't', more });
      const neighbour = await Neighbour.start(service.api.url, service.databaseUrl);
      const before = readResidentMebibytes();
      let highest = before;
      const watch = setInterval(() => (highest = Math.max(highest, readResidentMebibytes())), 100);
      const statuses = await Promise.all(
        Array.from({ length: POSTS }, async (_, n) => {
          // Half of them without a length.
          const sent = n % 2 === 0 ? body : new Blob([body]).stream();
          const response = await fetch(service.api.url + webhook.path, {
            method: 'POST',
            body: sent,
            duplex: 'half',
          } as RequestInit);
          await response.arrayBuffer();
          return response.status;
        }),
      );
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
