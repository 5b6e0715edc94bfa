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
