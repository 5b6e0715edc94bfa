import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { FeedMessage } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { EventStream, EventStreamRegistry } from './event-stream.js';

const createMessage = (title: string): FeedMessage => ({ position: '1.2.3.4', data: { title } });

it('EventStream writes messages, ids without a message, resets and comments', async () => {
  const stream = new EventStream();
  const one = createMessage('one');
  stream.sendKeepAlive();
  stream.reportPosition('1.0.0.4');
  stream.send(one);
  stream.send({ ...one, type: 'alert.opened' });
  stream.reset('2.0.0.4');
  stream.push(null);
  const text = (await stream.toArray()).join('');
  expect(text.split('\n\n')).toEqual([
    ':',
    'id: 1.0.0.4',
    'id: 1.2.3.4\ndata: {"title":"one"}',
    'id: 1.2.3.4\nevent: alert.opened\ndata: {"title":"one"}',
    expect.stringMatching(/^id: 2\.0\.0\.4\nevent: reset\ndata: \{"reason":".+"\}$/),
    '',
  ]);
});

it('EventStream is not ready while 64 KiB are unread, and is ready again once they are read', async () => {
  const stream = new EventStream();
  for (let n = 0; stream.isReady && n < 100; n += 1) stream.send(createMessage('x'.repeat(10_000)));
  expect(stream.readableLength).toBeGreaterThan(64 * 1024);
  expect(stream.readableLength).toBeLessThan(80 * 1024);
  const sink = stream.pipe(new PassThrough({ highWaterMark: 1024 * 1024 }));
  await new Promise((resolve) => setImmediate(resolve));
  expect([stream.isReady, sink.readableLength > 64 * 1024]).toEqual([true, true]);
  stream.destroy();
  expect(stream.isReady).toBe(false);
});

it('EventStream writes nothing more after it has failed', async () => {
  const stream = new EventStream();
  stream.send(createMessage('one'));
  stream.fail('the feed is gone');
  stream.sendKeepAlive();
  stream.finish();
  expect(stream.isReady).toBe(false);
  const text = (await stream.toArray()).join('');
  expect(text).toMatch(/"one"\}\n\nevent: failed\ndata: \{"reason":"the feed is gone"\}\n\n$/);
});

it('EventStreamRegistry limits the streams of a key, and those of the operator by domain', () => {
  const registry = new EventStreamRegistry();
  const scope = { domain_id: 'da', user_id: 'root', role: 'ADMIN', root: false } as const;
  const open = (of: Scope) => {
    const stream = new EventStream();
    registry.add(stream, of, async () => true);
    return stream;
  };
  const limit = expect.objectContaining({ code: 'ERROR_RATE_LIMITED' });
  const operator = { ...scope, operator: true } as const;
  const key = { ...scope, origin: { action: 'a', api_key_id: 'k', address: '' } };
  const opened = [operator, key].flatMap((of) => {
    const streams = Array.from({ length: 20 }, () => open(of));
    expect(() => open(of)).toThrow(limit);
    return streams;
  });
  opened.push(open({ ...operator, domain_id: 'db' }), open({ ...scope, user_id: null, root: true }));
  registry.beforeApplicationShutdown();
  for (const stream of opened) stream.destroy();
});
