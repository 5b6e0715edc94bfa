import { beforeAll, expect, it } from 'vitest';
import { generateSecret } from '../../libs/identity/src/domain/api-key-secret.js';
import { call, until } from '../client.js';
import { startApi } from '../processes.js';
import type { Service } from '../service.js';
import { Neighbour } from './neighbour.js';

const GUESSERS = 32;
/** The burst of failures that an address is allowed. */
export const FAILURE_BURST = 60;
const SECONDS = 3;

let service: Service;

const list = (key: string) =>
  call('GET', `${service.api.url}/monitoring/v1/webhooks`, undefined, { authorization: `Bearer ${key}` });
const newKey = async () => {
  const request = { user_id: 'u', domain_id: 'good', role: 'VIEWER' };
  const made = await call<{ api_key: string }>('POST', `${service.api.url}/identity/v1/api-keys`, request);
  return made.body.api_key;
};

/** Attacks with guessed keys and forged client addresses. */
export function attackAuthentication(target: () => Service): void {
  beforeAll(() => void (service = target()));

  it('wrong keys are throttled, valid keys from the same address are not', async () => {
    const neighbour = await Neighbour.start(service.api.url, service.databaseUrl);
    const until = performance.now() + SECONDS * 1_000;
    const statuses = new Map<number, number>();
    const guess = async () => {
      while (performance.now() < until) {
        // A well-formed key, which only the database can reject.
        const { status } = await list(generateSecret());
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const attack = Promise.all(Array.from({ length: GUESSERS }, guess));
    const used = await newKey();
    const longest = { used: 0, first: 0 };
    while (performance.now() < until) {
      const fresh = await newKey();
      for (const [name, key] of Object.entries({ used, first: fresh }) as ['used' | 'first', string][]) {
        const began = performance.now();
        expect((await list(key)).status).toBe(200);
        longest[name] = Math.max(longest[name], performance.now() - began);
      }
    }
    await attack;
    expect(longest.used).toBeLessThan(800);
    expect(longest.first).toBeLessThan(800);
    expect([...statuses.keys()].toSorted()).toEqual([401, 429]);
    // After the burst, eight failures at a time are answered, each after a second.
    expect(statuses.get(401)).toBeLessThan(FAILURE_BURST + 8 * (SECONDS + 3));
    expect(statuses.get(429)).toBeGreaterThan(FAILURE_BURST);

    const { refused, longest: slowest, late, leaks } = await neighbour.stop();
    expect([refused, leaks]).toEqual([[], []]);
    expect(late).toBeLessThan(5);
    expect(slowest).toBeLessThan(1_000);
    const metrics = await (await fetch(`${service.api.metricsUrl}/metrics`)).text();
    expect(metrics).toContain(`tocsin_failed_authentications_total{answer="at_once"} ${FAILURE_BURST}`);
    expect(metrics).toContain(`tocsin_failed_authentications_total{answer="refused"} ${statuses.get(429)}`);
  });

  it('an X-Forwarded-For of an unknown proxy is logged once, without its address', async () => {
    const warnings = () =>
      service.api
        .logs()
        .split('\n')
        .filter((line) => line.includes('X-Forwarded-For'));
    await fetch(`${service.api.url}/health/live`);
    expect(warnings()).toEqual([]);
    for (let times = 0; times < 3; times += 1)
      await fetch(`${service.api.url}/health/live`, { headers: { 'x-forwarded-for': '203.0.113.77' } });
    await until(
      async () => warnings(),
      (lines) => lines.length > 0,
    );
    expect(warnings().map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 40, msg: expect.stringContaining('set TRUST_PROXY to') as string }),
    ]);
    expect(service.api.logs()).not.toContain('203.0.113.77');

    const apiBehindProxy = await startApi({
      databaseUrl: service.databaseUrl,
      env: { TRUST_PROXY: 'loopback' },
    });
    await fetch(`${apiBehindProxy.url}/health/live`, { headers: { 'x-forwarded-for': '203.0.113.77' } });
    expect(await apiBehindProxy.stop()).toBe(0);
    expect(apiBehindProxy.logs()).not.toContain('X-Forwarded-For');
  });
}
