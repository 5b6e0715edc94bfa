import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { runLoad } from './run-load.js';
import { UNIQUE_PLACEHOLDER } from './request-template.js';

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

async function startServer(
  answer: Answer,
): Promise<{ readonly url: string; readonly got: ReceivedRequest[] }> {
  const got: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    got.push({ method, url, type: headers['content-type'], body: await text(request) });
    answer(response, request);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

const ok: Answer = (response) => response.setHeader('content-length', 2).end('ok');

test('sends the given number of requests, to all paths in turn', async () => {
  const { url, got } = await startServer(ok);
  const paths = ['/a', '/b', '/c'];
  const result = await runLoad({ url, paths, body: '{"n":"ü"}', connections: 1, amount: 7 });
  expect(result.requests).toBe(7);
  expect(got.map((one) => one.url)).toEqual(['/b', '/c', '/a', '/b', '/c', '/a', '/b']);
  expect(got[0]).toEqual({ method: 'POST', url: '/b', type: 'application/json', body: '{"n":"ü"}' });
});

test('sends to all paths in turn across connections', async () => {
  const { url, got } = await startServer(ok);
  await runLoad({ url, paths: ['/a', '/b', '/c', '/d'], connections: 3, amount: 8 });
  expect(Object.values(Object.groupBy(got, (one) => one.url ?? '')).map((some) => some?.length)).toEqual([
    2, 2, 2, 2,
  ]);
});

test('calls the body function for each request', async () => {
  const { url, got } = await startServer(ok);
  let n = 0;
  await runLoad({ url, body: () => `[${(n += 1)}]`, connections: 2, amount: 4 });
  expect(got.map(({ body }) => body).toSorted()).toEqual(['[1]', '[2]', '[3]', '[4]']);
});

test('waits for the complete response', async () => {
  const { url } = await startServer((response) => {
    response.setHeader('content-length', 300_000).write('x'.repeat(100_000));
    setTimeout(() => response.end('x'.repeat(200_000)), 30);
  });
  const { requests, p50 } = await runLoad({ url, method: 'GET', connections: 1, amount: 2 });
  expect(requests).toBe(2);
  expect(p50).toBeGreaterThan(25);
});

test('does not exceed the rate', async () => {
  const { url } = await startServer(ok);
  const { requests } = await runLoad({ url, connections: 8, duration: 1.5, rate: 20 });
  expect(requests).toBe(40);
});

test('does not exceed a fractional rate', async () => {
  const { url } = await startServer(ok);
  const { requests } = await runLoad({ url, connections: 8, duration: 0.5, rate: 20.7 });
  expect(requests).toBe(20);
});

test('fails if a response is not a success', async () => {
  const { url } = await startServer((response) => response.writeHead(503, { 'content-length': 0 }).end());
  await expect(runLoad({ url, connections: 1, amount: 2 })).rejects.toThrow('2 requests');
});

test('fails if the connection is closed', async () => {
  const { url } = await startServer((response) => response.destroy());
  await expect(runLoad({ url, connections: 1, amount: 1 })).rejects.toThrow();
});

test('fails if a response has no length instead of waiting for it', async () => {
  const { url } = await startServer((response) => response.write('x'));
  await expect(runLoad({ url, connections: 1, amount: 1 })).rejects.toThrow('without a length');
});

test('fills placeholders with digits that are unique to each request', async () => {
  const { url, got } = await startServer(ok);
  const body = [`a${UNIQUE_PLACEHOLDER}-${UNIQUE_PLACEHOLDER}`, `b${UNIQUE_PLACEHOLDER}`];
  await runLoad({ url, body, connections: 2, amount: 40 });
  const parts = got.map(({ body: text }) => /^([ab])([0-9a-f]{16})(?:-\2)?$/.exec(text));
  expect(new Set(parts.map((part) => part?.[2])).size).toBe(40);
  expect(parts.filter((part) => part?.[1] === 'a')).toHaveLength(20);
});
