import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from '../client.js';
import { rootApiKey } from '../processes.js';
import type { Service } from '../service.js';
import { slowness } from '../slowness.js';
import { measureAttack, readMemory, type AttackRequest } from './windows.js';

/** Milliseconds that nobody notices. On two cores, which the attacker shares, the control alone takes 25 to 40. */
const UNNOTICED_MS = 150;
const MAX_MS = 250;
const MAX_CPU_SECONDS_AFTER = 0.1;
const MEBIBYTE = 1024 * 1024;
/** What V8 keeps of a heap that has grown until somebody needs it. */
const MAX_MEMORY_MORE = 256 * MEBIBYTE;
const hostile = 'hostile';
const authorization = `Bearer ${rootApiKey}`;

let api: string;
let webhook: CreatedWebhook;
let alert_id: string;

async function send(method: string, path: string, body?: string | Buffer, headers = {}): Promise<void> {
  const response = await fetch(api + path, { method, headers: { authorization, ...headers }, body });
  await response.arrayBuffer();
}

/** Opens a stream with all events of the domain, and leaves it after its first answer. */
async function openStream(): Promise<void> {
  const left = new AbortController();
  const { body } = await fetch(`${api}/monitoring/v1/events/stream?domain_id=${hostile}`, {
    ...{ headers: { authorization }, signal: left.signal },
  });
  await body?.getReader().read();
  left.abort();
}

const alerts = JSON.stringify({
  alerts: Array.from({ length: 1_400 }, (_, n) => ({
    status: 'firing',
    labels: { alertname: `a${n}`, text: 'x'.repeat(500) },
  })),
});
const bomb = brotliCompressSync(Buffer.alloc(256 * MEBIBYTE), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 2 },
});
const managed = { domain_id: hostile };

const ATTACKS: Readonly<Record<string, readonly [connections: number, AttackRequest]>> = {
  'previews of a plugin': [
    8,
    () => send('POST', `/monitoring/v1/plugin/prometheus/preview?domain_id=${hostile}`, alerts),
  ],
  'comparisons of plugin versions': [
    8,
    () =>
      send(
        'POST',
        `/monitoring/v1/webhook/${webhook.webhook_id}/plugin/compare`,
        JSON.stringify({ ...managed, version: '1.0.0' }),
      ),
  ],
  'changes of one record': [
    60,
    () =>
      send(
        'PUT',
        `/monitoring/v1/webhook/${webhook.webhook_id}`,
        JSON.stringify({ ...managed, tags: { n: crypto.randomUUID() } }),
      ),
  ],
  'acknowledgements of one alert': [
    60,
    () => send('PUT', `/monitoring/v1/alert/${alert_id}/acknowledge`, JSON.stringify(managed)),
  ],
  searches: [
    60,
    () =>
      send(
        'POST',
        '/monitoring/v1/events/search',
        JSON.stringify({ ...managed, query: { filter: [{ k: 'title', v: '(a|b|ab)*c$', o: 'regex' }] } }),
      ),
  ],
  streams: [60, () => openStream()],
  documents: [20, () => send('GET', '/docs/openapi.yaml', undefined, { 'accept-encoding': 'br' })],
  'inflating of deliveries': [20, () => send('POST', webhook.path, bomb, { 'content-encoding': 'br' })],
  'inflating of management requests': [
    20,
    () => send('POST', '/identity/v1/api-keys', bomb, { 'content-encoding': 'br', authorization: 'none' }),
  ],
};

/** Attacks on what all tenants share. */
export function attackShares(target: () => Service): void {
  beforeAll(async () => {
    api = target().api.url;
    webhook = await createWebhook(api, 'prometheus', hostile);
    for (let n = 0; n < 20; n += 1) await send('POST', webhook.path, alerts);
    const { body } = await until(
      () =>
        call<{ results: { alert_id: string }[] }>('POST', `${api}/monitoring/v1/alerts/search`, {
          ...managed,
          query: { page: { start: 1, limit: 1 } },
        }),
      (answer) => answer.body.results.length > 0,
    );
    alert_id = body.results[0]?.alert_id ?? '';
  });

  describe.each(Object.entries(ATTACKS))('%s', (_, [connections, attack]) => {
    it('take no other tenant its share, and end with the answer', { timeout: 120_000 }, async () => {
      const service = target();
      const memory = readMemory(service.api.pid);
      const before = slowness();
      const result = await measureAttack(service, connections, attack);
      const slow = Math.max(before, slowness());
      expect(result.requests).toBeGreaterThan(0);
      expect(result.refused).toEqual([]);
      expect(result.attack.p99).toBeLessThan(
        Math.min(slow * MAX_MS, Math.max(slow * UNNOTICED_MS, 2 * result.control.p99)),
      );
      expect(result.cpuAfter / slow).toBeLessThan(MAX_CPU_SECONDS_AFTER);
      await until(
        async () => {
          await sleep(1_000);
          return readMemory(service.api.pid) - memory;
        },
        (more) => more < MAX_MEMORY_MORE,
        60_000,
      );
    });
  });
}
