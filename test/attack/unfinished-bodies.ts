import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from '../client.js';
import type { Service } from '../service.js';
import { Neighbour } from './neighbour.js';

const MEGABYTE = 1024 * 1024;

let service: Service;

/** A sender that never completes its body. */
class UnfinishedRequest {
  answer = '';
  private readonly socket: Socket;
  readonly closed: Promise<unknown>;

  constructor({ path }: CreatedWebhook, length: number, sent = 1_000) {
    const { hostname, port } = new URL(service.api.url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (chunk: Buffer) => (this.answer += chunk.toString()));
    this.socket.on('error', () => undefined);
    this.closed = once(this.socket, 'close');
    this.socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n{${' '.repeat(sent)}`,
    );
  }

  get status(): number {
    return Number(/^HTTP\/1.1 (\d+)/.exec(this.answer)?.[1] ?? 0);
  }

  /** Sends some bytes each second until it is ended. */
  async trickle(bytesPerSecond: number): Promise<void> {
    for (; !this.socket.destroyed; await sleep(1_000)) this.socket.write(' '.repeat(bytesPerSecond));
  }

  end(): void {
    this.socket.destroy();
  }
}

const createWebhooks = (domain: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => createWebhook(service.api.url, 'direct', domain)));

const openUnfinished = async (webhooks: readonly CreatedWebhook[], each: number, length: number) => {
  const all = webhooks.flatMap((webhook) =>
    Array.from({ length: each }, () => new UnfinishedRequest(webhook, length)),
  );
  await sleep(300);
  return all;
};

/** Attacks with bodies that are never completed. */
export function attackByUnfinishedBodies(target: () => Service): void {
  beforeAll(() => void (service = target()));

  it(
    'unfinished bodies take no share of other tenants, and slow and oldest ones are rejected',
    { timeout: 60_000 },
    async () => {
      const [bad, worse, good] = (await Promise.all([
        createWebhooks('bad', 10),
        createWebhooks('worse', 1),
        createWebhooks('good', 1),
      ])) as [CreatedWebhook[], [CreatedWebhook], [CreatedWebhook]];
      const slow = [
        new UnfinishedRequest(worse[0], 100_000),
        new UnfinishedRequest(worse[0], 100_000),
      ] as const;
      const began = performance.now();
      const slowFor = slow[0].closed.then(() => performance.now() - began);
      const trickling = slow[1].trickle(1_000);
      const neighbour = await Neighbour.start(service.api.url, service.databaseUrl);
      const large = () =>
        call(
          'POST',
          service.api.url + good[0].path,
          { event_key: 'k', title: 't', more: 'x'.repeat(900_000) },
          {},
        );

      // Twice the memory for bodies, through one URL.
      const ofOne = await openUnfinished([bad[0] as CreatedWebhook], 131, MEGABYTE);
      await expect
        .poll(() => ofOne.filter(({ status }) => status === 503).length, { timeout: 10_000 })
        .toBeGreaterThan(131 - 64);
      expect(ofOne.find(({ status }) => status === 503)?.answer).toMatch(/\r\nretry-after: \d+\r\n/);
      expect((await large()).status).toBe(202);

      // Through many webhooks of a domain.
      const ofMany = await openUnfinished(bad, 20, MEGABYTE);
      expect((await Promise.all([large(), large()])).map(({ status }) => status)).toEqual([202, 202]);

      // Exhausts the number of concurrent bodies instead of their memory.
      const ofPlaces = await openUnfinished(bad, 100, 2_000);
      expect((await large()).status).toBe(202);

      // Several domains together exhaust the memory, so the oldest bodies are rejected.
      const more = (
        await Promise.all(['d1', 'd2', 'd3', 'd4', 'd5'].map((domain) => createWebhooks(domain, 1)))
      ).flat();
      const ofDomains: UnfinishedRequest[] = [];
      for (let turn = 0; turn < 3; turn += 1) ofDomains.push(...(await openUnfinished(more, 20, 700_000)));
      const results = await Promise.all(Array.from({ length: 5 }, large));
      expect(results.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
      const evicted = [...ofOne, ...ofMany, ...ofPlaces, ...ofDomains].filter(({ answer }) =>
        answer.includes('are unfinished'),
      );
      expect(evicted.length).toBeGreaterThan(0);
      await Promise.all(evicted.map(({ closed }) => closed));
      for (const each of [...ofOne, ...ofMany, ...ofPlaces, ...ofDomains]) each.end();

      const { longest, refused, late, leaks } = await neighbour.stop();
      expect({ refused, leaks, longest: longest < 1_000, late: late < 5 }).toEqual({
        leaks: [],
        refused: [],
        longest: true,
        late: true,
      });

      expect(await slowFor).toBeLessThan(15_000);
      expect([slow[0].status, slow[0].answer]).toEqual([503, expect.stringContaining('came too slowly')]);
      expect(slow[1].status).toBe(0);
      slow[1].end();
      await trickling;

      const metrics = await until(
        async () => (await fetch(`${service.api.metricsUrl}/metrics`)).text(),
        (text) => /tocsin_deliveries_refused_total\{reason="slow"\} [1-9]/.test(text),
      );
      expect(metrics).toMatch(/tocsin_deliveries_refused_total\{reason="evicted"\} [1-9]/);
      expect((await large()).status).toBe(202);
    },
  );
}
