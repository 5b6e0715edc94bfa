import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

let database: TestDatabase;
let collector: Server;
let api: AppUnderTest;
let worker: AppUnderTest;
let webhook: CreatedWebhook;
const received: (Span & { readonly service: string | undefined })[] = [];
const posted: string[] = [];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = (await json(request)) as Export;
    posted.push(`${request.method} ${request.url} ${JSON.stringify(body)}`);
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
      received.push(...scopeSpans.flatMap(({ spans }) => spans).map((span) => ({ ...span, service })));
    }
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  database = await createTestDatabase();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  [api, worker] = await Promise.all([
    startApi({ databaseUrl: database.url, env }),
    startWorker({ databaseUrl: database.url, env }),
  ]);
  webhook = await createWebhook(api.url, 'direct');
});

afterAll(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  collector?.close();
  await database?.drop();
});

const post = (headers: Record<string, string>) =>
  call('POST', api.url + webhook.path, { event_key: 'k', title: 'T' }, { prefer: 'wait=20', ...headers });

const spansOf = (traceId: string) =>
  until(
    async () => received.filter((span) => span.traceId === traceId),
    (spans) => spans.length >= 5,
  );

it('one trace leads from the sender through the API and the worker to the events', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const sender = 'b7ad6b7169203331';
  expect((await post({ traceparent: `00-${traceId}-${sender}-01` })).status).toBe(200);
  const spans = await spansOf(traceId);
  const named = (name: string) => spans.find((span) => span.name === name);
  const ids = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  const tree = spans.map(({ service, name, parentSpanId = '' }) => [
    service,
    name,
    ids.get(parentSpanId) ?? parentSpanId,
  ]);
  expect(tree.toSorted()).toEqual([
    ['tocsin-api', 'accept delivery', sender],
    ['tocsin-api', 'write segment', 'accept delivery'],
    ['tocsin-worker', 'insert events', 'process delivery'],
    ['tocsin-worker', 'process delivery', 'accept delivery'],
    ['tocsin-worker', 'run plugin', 'process delivery'],
  ]);
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  const begun = (name: string) => BigInt(named(name)?.startTimeUnixNano ?? 0);
  expect(begun('process delivery')).toBeGreaterThan(begun('accept delivery'));
  expect(begun('insert events')).toBeGreaterThanOrEqual(begun('run plugin'));
});

it('an unsampled trace is not exported, and a delivery without a valid trace starts one', async () => {
  const unsampled = '1af7651916cd43dd8448eb211c80319c';
  expect((await post({ traceparent: `00-${unsampled}-b7ad6b7169203331-00` })).status).toBe(200);
  const before = new Set(received.map((span) => span.traceId));
  expect((await post({ traceparent: 'nonsense' })).status).toBe(200);
  const [fresh] = await until(
    async () => received.filter((span) => !before.has(span.traceId)),
    (spans) => spans.length >= 5,
  );
  expect(fresh?.traceId).not.toBe(unsampled);
  expect(received.filter((span) => span.traceId === unsampled)).toEqual([]);
});

it('no span contains the access key of a webhook', () => {
  const accessKey = webhook.path.split('/').at(-2) ?? 'no key';
  expect(posted.length).toBeGreaterThan(1);
  expect(posted.filter((text) => text.startsWith('POST /v1/traces ')).length).toBe(posted.length);
  expect(posted.filter((text) => text.includes(accessKey))).toEqual([]);
});
