import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { rootApiKey } from './processes.js';
import { startService, type Service } from './service.js';
import {
  Tocsin,
  TocsinError,
  TocsinUnreachableError,
  operationTable,
  type Input,
  type OperationId,
} from '#client';

let service: Service;
let api: Service['api'];
let tocsin: Tocsin;
const domain_id = 'demo';

beforeAll(async () => {
  service = await startService();
  ({ api } = service);
  tocsin = new Tocsin({ url: `${api.url}/`, key: rootApiKey });
});
afterAll(() => service?.stop());

const createWebhook = (name: string) =>
  tocsin.call('createWebhook', {
    body: { name, project_id: 'shop', domain_id, plugin_info: { plugin_id: 'direct' } },
  });

const post = (url: string, title: string) =>
  fetch(url, {
    method: 'POST',
    headers: { prefer: 'wait=10' },
    body: JSON.stringify({ event_key: title, event_type: 'ALERT', title, severity: 'CRITICAL' }),
  });

describe('a client', () => {
  it('reaches every operation', async () => {
    const missing: string[] = [];
    for (const id of Object.keys(operationTable) as OperationId[]) {
      if (id === 'followEvents' || id === 'followAlerts') continue;
      const path = Object.fromEntries(
        [...operationTable[id].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'nothing']),
      );
      const input = {
        path,
        query: { domain_id },
        body: operationTable[id].method === 'get' ? undefined : {},
      };
      const call = tocsin.call.bind(tocsin) as (id: OperationId, input: object) => Promise<unknown>;
      const answer = await call(id, input).catch((error: unknown) => error);
      if (!(answer instanceof Error)) continue;
      // Expected: the operation exists and rejects the values of the request.
      const { status, code, message } = answer as TocsinError;
      // Only browsers have sessions.
      if (status === 403 && message.includes('X-Requested-With')) continue;
      if (![400, 404].includes(status) || /Cannot|no such (path|operation)|route/i.test(message))
        missing.push(`${id}: ${status} ${code} ${message}`);
    }
    expect(missing).toEqual([]);
  });

  it('throws an error that names the invalid field', async () => {
    const refused = createWebhook('');
    await expect(refused).rejects.toBeInstanceOf(TocsinError);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'ERROR_INVALID_PARAMETER',
      errors: [{ field: 'name' }],
      requestId: expect.any(String) as string,
    });
  });

  it('creates one record for each idempotency key', async () => {
    const body = { user_id: 'u-1', domain_id };
    const first = await tocsin.call('createApiKey', { body }, { idempotencyKey: 'k-1' });
    const second = await tocsin.call('createApiKey', { body }, { idempotencyKey: 'k-1' });
    const third = await tocsin.call('createApiKey', { body });
    expect(second).toEqual(first);
    expect(third.api_key_id).not.toBe(first.api_key_id);
  });

  it('has the types of whole records, unless the request selects fields', async () => {
    const { webhook_id } = await createWebhook('whole');
    const path = { webhook_id };
    const whole = await tocsin.call('getWebhook', { path, query: { domain_id } });
    const name: string = whole.name;
    const part = await tocsin.call('getWebhook', { path, query: { domain_id, only: ['name'] } });
    expectTypeOf(part.name).toEqualTypeOf<string | undefined>();
    expect([name, part]).toEqual(['whole', { name: 'whole' }]);
    const filter = [{ k: 'name', v: 'whole', o: 'eq' as const }];
    for await (const webhook of tocsin.each('searchWebhooks', { body: { domain_id, query: { filter } } })) {
      const plugin: string = webhook.plugin_info.plugin_id;
      expect([webhook.name.length, plugin]).toEqual([5, 'direct']);
    }
    const selected: Input<'searchWebhooks'> = { body: { domain_id, query: { filter, only: ['name'] } } };
    for await (const webhook of tocsin.each('searchWebhooks', selected)) {
      expectTypeOf(webhook.name).toEqualTypeOf<string | undefined>();
      expect(webhook).toEqual({ name: 'whole' });
    }
  });

  it('selects several fields, also one whose name contains a comma', async () => {
    const { webhook_id } = await createWebhook('selected');
    const only = ['name', 'state', 'tags["a,b"]'];
    expect(await tocsin.call('getWebhook', { path: { webhook_id }, query: { domain_id, only } })).toEqual({
      name: 'selected',
      state: 'ENABLED',
      tags: {},
    });
    const query = { keyword: 'selected', only: ['name', 'project_id'] };
    const listed = await tocsin.call('listWebhooks', { query: { domain_id, query } });
    expect(listed.results).toEqual([{ name: 'selected', project_id: 'shop' }]);
  });

  it('iterates over all records and pages of a list', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await createWebhook(`of many: ${name}`);
    const query = { keyword: 'many', page: { limit: 2 } };
    const names: string[] = [];
    for await (const { name } of tocsin.each('searchWebhooks', { body: { domain_id, query } }))
      names.push(String(name));
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `of many: ${name}`));

    const sizes: number[] = [];
    for await (const page of tocsin.pages('listWebhooks', { query: { domain_id, query } }))
      sizes.push(page.results.length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('follows events and resumes after the last one', async () => {
    const { webhook_id, webhook_url } = await createWebhook('followed');
    const url = new URL(new URL(webhook_url).pathname, api.url).href;
    const stop = new AbortController();
    const tail = tocsin.follow({ domain_id, webhook_id }, { signal: stop.signal });
    const first = tail.next();
    // The stream starts with events that arrive after it is open.
    const posts = setInterval(() => void post(url, 'first'), 500);
    const { value } = await first;
    clearInterval(posts);
    expect(value).toMatchObject({ event: { title: 'first', webhook_id } });
    stop.abort();

    await post(url, 'second');
    await post(url, 'third');
    const seen: string[] = [];
    for await (const { event } of tocsin.follow({ domain_id, webhook_id }, { lastEventId: value?.id })) {
      seen.push(String(event.title));
      if (event.title === 'third') break;
    }
    expect(seen.filter((title) => title !== 'first')).toEqual(['second', 'third']);
  });

  it('gets 401 for an invalid key, even when following events', async () => {
    const stranger = new Tocsin({ url: api.url, key: 'nobody' });
    await expect(stranger.call('listPlugins')).rejects.toMatchObject({ status: 401 });
    await expect(stranger.follow({ domain_id }).next()).rejects.toMatchObject({ status: 401 });
  });
});

describe('a client of an unreliable service', () => {
  let server: Server;
  let asked: IncomingMessage[] = [];
  let answers: ((response: ServerResponse) => unknown)[] = [];
  let troubled: Tocsin;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request);
      request.resume();
      (
        answers.shift() ??
        ((last) => last.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[]}'))
      )(response);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    troubled = new Tocsin({
      url: `http://127.0.0.1:${port}`,
      retries: { firstDelayMs: 5, maxDelayMs: 2000 },
    });
  });
  afterAll(() => void server.close());

  const ask = async (work: () => Promise<unknown>, ...given: typeof answers) => {
    asked = [];
    answers = given;
    const result = await work().catch((error: unknown) => error);
    return { result, times: asked.length };
  };
  const status =
    (code: number, headers = {}) =>
    (response: ServerResponse) =>
      response.writeHead(code, headers).end();

  it('retries after the time in Retry-After', async () => {
    const since = Date.now();
    const list = () => troubled.call('listPlugins');
    expect(await ask(list, status(503, { 'retry-after': '1' }), status(502))).toMatchObject({ times: 3 });
    expect(Date.now() - since).toBeGreaterThanOrEqual(990);
    expect(await ask(list, (response) => response.destroy())).toMatchObject({ times: 2 });
  });

  it('retries a creation with the same idempotency key', async () => {
    const create = () => troubled.call('createApiKey', { body: { user_id: 'u' } });
    expect(await ask(create, status(503))).toMatchObject({ times: 2 });
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('does not retry operations without an idempotency key, long waits or 504', async () => {
    const verify = () => troubled.call('verifyWebhookPlugin', { path: { webhook_id: 'w' }, body: {} });
    expect(await ask(verify, status(503))).toMatchObject({ times: 1, result: { status: 503 } });
    const list = () => troubled.call('listPlugins');
    expect(await ask(list, status(429, { 'retry-after': '3600' }))).toMatchObject({ times: 1 });
    expect(await ask(list, status(504))).toMatchObject({ times: 1, result: { status: 504 } });
  });

  it('throws an error that names the unreachable address', async () => {
    const nobody = new Tocsin({ url: 'http://127.0.0.1:10', retries: { attempts: 1, firstDelayMs: 1 } });
    const refused = nobody.call('listPlugins');
    await expect(refused).rejects.toBeInstanceOf(TocsinUnreachableError);
    await expect(refused).rejects.toThrow('http://127.0.0.1:10 cannot be reached (ECONNREFUSED)');
  });
});
