import { beforeAll, expect, it } from 'vitest';
import { call } from '../client.js';
import type { Service } from '../service.js';
import { Neighbour } from './neighbour.js';

let service: Service;
let key: string;

interface Refusal {
  readonly detail: string;
  readonly errors?: readonly { readonly field: string }[];
}
const post = async (path: string, body: string) => {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await call<Refusal>('POST', `${service.api.url}/monitoring/v1/${path}`, body, headers);
  return { status: answer.status, field: answer.body.errors?.[0]?.field, detail: answer.body.detail };
};
const repeat = (count: number, text: string) => Array.from({ length: count }, () => text).join(',');

/** Attacks with bodies of very many values. */
export function attackByManyValues(target: () => Service): void {
  beforeAll(async () => {
    service = target();
    const { body } = await call<{ api_key: string }>('POST', `${service.api.url}/identity/v1/api-keys`, {
      user_id: 'u',
      domain_id: 'hostile',
      role: 'MEMBER',
    });
    key = body.api_key;
  });

  it('bodies with many values do not delay other tenants', async () => {
    const neighbour = await Neighbour.start(service.api.url, service.databaseUrl);
    const filters = (count: number, filter = '{}') => `{"query":{"filter":[${repeat(count, filter)}]}}`;
    for (const list of ['webhooks', 'events', 'alerts', 'quarantine']) {
      expect(await post(`${list}/search`, filters(300_000))).toMatchObject({
        status: 413,
        detail: expect.stringContaining('65536 bytes'),
      });
      expect(await post(`${list}/search`, filters(1_001))).toMatchObject({
        status: 400,
        field: 'query.filter',
        detail: expect.stringContaining('1001 items; at most 1000'),
      });
      expect(await post(`${list}/search`, filters(900, `{"v":[${repeat(20, '1')}]}`))).toMatchObject({
        status: 400,
        field: 'body',
        detail: expect.stringContaining('more than 10000 values'),
      });
    }
    const deep = (count: number) => `{"alerts":[${repeat(count, '{"labels":{"alertname":"a"}}')}]}`;
    const megabyte = `{"alerts":[${repeat(340_000, '{}')}]}`;
    for (const plugin of ['auto', 'prometheus', 'direct', 'chat']) {
      expect(await post(`plugin/${plugin}/preview`, megabyte)).toMatchObject({ status: 400, field: 'data' });
      expect((await post(`plugin/${plugin}/preview`, `${megabyte}${megabyte}`)).status).toBe(413);
      expect((await post(`plugin/${plugin}/preview`, deep(2_000))).status).toBe(200);
      expect((await post(`plugin/${plugin}/preview`, `{"text":"${'x'.repeat(900_000)}"}`)).status).toBe(200);
    }
    const { longest, refused, late, posted, leaks } = await neighbour.stop();
    // The attack takes little more than a second.
    expect(posted).toBeGreaterThan(2);
    expect([refused, leaks]).toEqual([[], []]);
    expect(longest).toBeLessThan(1_000);
    expect(late).toBeLessThan(5);
  });
}
