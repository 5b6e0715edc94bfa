import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Tocsin } from '../clients/typescript/src/tocsin.js';
import { follow, type FollowOptions } from '../clients/typescript/src/follow.js';

const encoder = new TextEncoder();

/** Returns a response that sends the frames, one every 20 ms, and then stays open and silent. */
function silentAfter(frames: readonly string[], signal: AbortSignal): Response {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: async (controller) => {
      signal.addEventListener('abort', () => controller.error(signal.reason));
      for (const frame of frames) {
        controller.enqueue(encoder.encode(frame));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  });
  return new Response(body);
}

describe('follow', () => {
  it('reconnects if a connection is idle and resumes after the last event', async () => {
    const stop = new AbortController();
    const asked: (string | undefined)[] = [];
    const lost: string[] = [];
    const answers = [['id: a\ndata: 1\n\n'], ['id: b\ndata: 2\n\n']];
    const options: FollowOptions = {
      signal: stop.signal,
      idleTimeoutMs: 60,
      onLoss: (reason) => void lost.push(reason),
    };
    const told: unknown[] = [];
    const open = (last: string | undefined, signal: AbortSignal) => {
      asked.push(last);
      return Promise.resolve(silentAfter(answers.shift() ?? [], signal));
    };
    for await (const { data } of follow(open, options)) {
      told.push(data);
      if (told.length === 2) break;
    }
    stop.abort();
    expect({ told, asked, lost }).toEqual({
      told: [1, 2],
      asked: [undefined, 'a'],
      lost: ['nothing arrived for 0.06 seconds'],
    });
  });

  it('keeps a connection with heartbeats open and reports the id that it has reached', async () => {
    const stop = new AbortController();
    const reached: string[] = [];
    const beats = Array.from({ length: 8 }, () => ':\n\n');
    const options: FollowOptions = {
      signal: stop.signal,
      idleTimeoutMs: 100,
      onReach: (id) => void reached.push(id),
    };
    let opened = 0;
    const open = (_: string | undefined, signal: AbortSignal) => {
      opened += 1;
      return Promise.resolve(silentAfter(['id: a\n\n', ...beats, 'id: b\ndata: 1\n\n'], signal));
    };
    for await (const { data } of follow(open, options)) {
      expect(data).toBe(1);
      break;
    }
    stop.abort();
    expect({ reached, opened }).toEqual({ reached: ['a'], opened: 1 });
  });

  it('ends a connection that is never answered', async () => {
    const open = (_: string | undefined, signal: AbortSignal) =>
      new Promise<Response>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    await expect(follow(open, { idleTimeoutMs: 50 }).next()).rejects.toThrow('nothing arrived');
  });

  describe('after the request has become garbage', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;

    it.each(['leaving the loop', 'aborting', 'idling'] as const)('%s closes the connection', async (way) => {
      const server = createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('id: 1\ndata: {}\n\n');
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const opened = once(server, 'request');
      const stop = new AbortController();
      const options = { signal: stop.signal, ...(way === 'idling' && { idleTimeoutMs: 200 }) };
      const client = new Tocsin({ url: `http://127.0.0.1:${port}`, key: 'k' });
      try {
        const stream = client.follow({ domain_id: 'demo' }, options);
        await stream.next();
        const [, response] = (await opened) as [unknown, ServerResponse];
        const closed = once(response, 'close', { signal: AbortSignal.timeout(3_000) });
        // A turn of the event loop lets the objects of the request go.
        await new Promise((resolve) => setTimeout(resolve, 20));
        collectGarbage();
        const rest = way === 'leaving the loop' ? stream.return() : stream.next();
        if (way === 'aborting') stop.abort();
        await expect(closed).resolves.toEqual([]);
        stop.abort();
        await rest;
      } finally {
        stop.abort();
        server.closeAllConnections();
        server.close();
      }
    });
  });
});

/** Returns what the service is sent: method, path with query, and body. */
async function record(
  use: (client: Tocsin, signal: AbortSignal) => Promise<unknown>,
  domain_id?: string,
): Promise<string> {
  const asked = Promise.withResolvers<string>();
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    asked.resolve(`${request.method} ${request.url} ${chunks.join('')}`.trim());
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = new AbortController();
  const used = use(new Tocsin({ url, domain_id }), stop.signal);
  const sent = await asked.promise;
  stop.abort();
  await used;
  server.closeAllConnections();
  server.close();
  return sent;
}

describe('the domain of a client', () => {
  const id = 'alert_01kagexvhve0ya7d9z5kq5nh3m';
  it.each([
    ['GET', (client: Tocsin) => client.call('listSilences'), 'GET /notification/v1/silences?domain_id=shop'],
    [
      'DELETE',
      (client: Tocsin) => client.call('endSession', { path: { session_id: 'session_x' } }),
      'DELETE /identity/v1/session/session_x?domain_id=shop',
    ],
    [
      'PUT without a body',
      (client: Tocsin) => client.call('resolveAlert', { path: { alert_id: id } }),
      `PUT /monitoring/v1/alert/${id}/resolve {"domain_id":"shop"}`,
    ],
    [
      'POST with one',
      (client: Tocsin) => client.call('searchAlerts', { body: { query: {} } }),
      'POST /monitoring/v1/alerts/search {"query":{},"domain_id":"shop"}',
    ],
    [
      'payload of a sender',
      (client: Tocsin) => client.call('previewPlugin', { path: { plugin_id: 'direct' }, body: '[1]' }),
      'POST /monitoring/v1/plugin/direct/preview?domain_id=shop [1]',
    ],
    [
      'stream',
      (client: Tocsin, signal: AbortSignal) =>
        client.followAlerts({ severity: 'CRITICAL' }, { signal }).next(),
      'GET /monitoring/v1/alerts/stream?severity=CRITICAL&domain_id=shop',
    ],
  ])('goes with a %s', async (_, use, sent) => {
    expect(await record(use, 'shop')).toBe(sent);
  });

  it('is not that of a call that names another, nor of an operation without one', async () => {
    const named = (client: Tocsin) => client.call('listSilences', { query: { domain_id: 'demo' } });
    expect(await record(named, 'shop')).toBe('GET /notification/v1/silences?domain_id=demo');
    const unset = (client: Tocsin) =>
      client.call('listSilences', { query: { domain_id: undefined as never } });
    expect(await record(unset, 'shop')).toBe('GET /notification/v1/silences?domain_id=shop');
    const open = (client: Tocsin) => client.call('readSignInToken', { body: { sign_in_token: 'x' } });
    expect(await record(open, 'shop')).toBe('POST /identity/v1/sign-in-token/holder {"sign_in_token":"x"}');
    expect(await record((client) => client.call('listSilences'))).toBe('GET /notification/v1/silences');
  });
});
