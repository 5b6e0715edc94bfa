import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { MAX_RESPONSE_BYTES, NoResponseError, OutgoingHttp } from './outgoing-http.js';

const HOST = '127.0.0.1';

async function startServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, HOST);
  await once(server, 'listening');
  const http = new OutgoingHttp({ allow: [HOST] });
  onTestFinished(() => {
    http.onApplicationShutdown();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const post = (signal?: AbortSignal) => http.post(`http://${HOST}:${port}/`, {}, Buffer.from('{}'), signal);
  return { server, http, url: `http://${HOST}:${port}/`, post };
}

it('does not retry a request that the server read before it reset a reused connection', async () => {
  let requests = 0;
  const { post } = await startServer((_, response) => {
    requests += 1;
    if (requests === 2) response.destroy();
    else response.writeHead(204).end();
  });
  await post();
  await expect(post()).rejects.toMatchObject({
    message: 'the connection failed: ECONNRESET',
    nothingLeft: false,
  });
  expect(requests).toBe(2);
});

it.each<[string, (response: ServerResponse) => void]>([
  ['too long', (response) => response.end('a'.repeat(2 * MAX_RESPONSE_BYTES))],
  ['too slow', (response) => response.write('aaa')],
  ['broken off', (response) => response.write('aaa', () => response.destroy())],
])('the status is the answer, even if the body is %s', async (_, answer) => {
  const { http, url, post } = await startServer((_request, response) => {
    response.writeHead(503, { 'retry-after': '7' });
    answer(response);
  });
  const { body, ...response } = await post(AbortSignal.timeout(300));
  expect(response).toMatchObject({
    status: 503,
    retryAfter: '7',
    text: expect.stringMatching(/^a{3,1024}$/),
  });
  expect(body.length).toBeLessThanOrEqual(MAX_RESPONSE_BYTES);
  const limits = { signal: AbortSignal.timeout(300), timeoutMs: 300, maxBytes: MAX_RESPONSE_BYTES };
  await expect(http.download(url, {}, limits)).rejects.toBeInstanceOf(NoResponseError);
});

it('closes an idle connection if the server keeps it open', async () => {
  const { server, post } = await startServer((_, response) => void response.writeHead(204).end());
  server.keepAliveTimeout = 0;
  const connected = once(server, 'connection');
  await post();
  const [socket] = (await connected) as [NodeJS.EventEmitter];
  expect(await once(socket, 'close')).toHaveLength(1);
});

it('sends a PUT, and reads how long Opsgenie refuses requests', async () => {
  const methods: (string | undefined)[] = [];
  const { server } = await startServer(({ method }, response) => {
    methods.push(method);
    const state = methods.length === 1 ? 'THROTTLED' : 'OK';
    response.writeHead(429, { 'X-RateLimit-State': state, 'X-RateLimit-Period-In-Sec': '60' }).end();
  });
  const { port } = server.address() as AddressInfo;
  const http = new OutgoingHttp({ allow: [HOST] });
  onTestFinished(() => http.onApplicationShutdown());
  const put = () => http.post(`http://${HOST}:${port}/`, {}, Buffer.from('{}'), undefined, 'PUT');
  expect(await put()).toMatchObject({ status: 429, retryAfter: '60' });
  expect(await put()).toMatchObject({ status: 429, retryAfter: undefined });
  expect(methods).toEqual(['PUT', 'PUT']);
});

it('posts only to hosts that the operator allows', async () => {
  let requests = 0;
  const { server } = await startServer((_, response) => {
    requests += 1;
    response.writeHead(204).end();
  });
  const { port } = server.address() as AddressInfo;
  const http = new OutgoingHttp({ allow: [HOST], hosts: ['*.example.com'] });
  onTestFinished(() => http.onApplicationShutdown());
  const url = `http://${HOST}:${port}/`;
  const refusal = 'has a host that the operator does not allow by RECEIVERS_ALLOW';
  expect(await http.refusal(url)).toBe(refusal);
  await expect(http.post(url, {}, Buffer.from('{}'))).rejects.toMatchObject({
    message: `the address ${refusal}`,
    nothingLeft: true,
  });
  expect(requests).toBe(0);
});
