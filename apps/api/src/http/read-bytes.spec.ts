import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readBytes } from './read-bytes.js';

const LIMIT = 20;

function read(chunks: Iterable<Buffer>, headers: Record<string, string> = {}, encoded?: number) {
  const payload = Object.assign(
    Readable.from(chunks, { objectMode: false }),
    encoded === undefined ? {} : { receivedEncodedLength: encoded },
  );
  return new Promise<Buffer | undefined>((resolve, reject) => {
    readBytes(() => LIMIT)({ raw: { headers } } as FastifyRequest, payload, (error, body) =>
      error === null ? resolve(body) : reject(error),
    );
  });
}

describe('a body', () => {
  it('in one piece is taken as it is', async () => {
    const only = Buffer.from(new TextEncoder().encode('{"a":1}').buffer);
    expect((await read([only]))?.buffer).toBe(only.buffer);
  });

  it('of several pieces is put together', async () => {
    const body = await read([Buffer.from('{"a"'), Buffer.from(':1}')], { 'content-length': '7' });
    expect(body?.toString()).toBe('{"a":1}');
  });

  it('keeps nothing of the memory that it is a part of', async () => {
    const page = Buffer.alloc(64 * 1024, ' ');
    const body = await read([page.subarray(100, 110)]);
    expect(body).toHaveLength(10);
    expect(body?.buffer).not.toBe(page.buffer);
  });

  it.each<[string, Parameters<typeof read>]>([
    ['as it announces', [[Buffer.alloc(1)], { 'content-length': '21' }]],
    ['as it turns out', [[Buffer.alloc(15), Buffer.alloc(6)]]],
    ['before it was inflated', [[Buffer.alloc(1)], {}, 21]],
  ])('is refused for its size, %s', async (_how, given) => {
    await expect(read(...given)).rejects.toMatchObject({ statusCode: 413 });
  });

  it('is refused when it is not as long as announced', async () => {
    await expect(read([Buffer.alloc(3)], { 'content-length': '4' })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(read([Buffer.alloc(9)], { 'content-length': '4' }, 4)).resolves.toHaveLength(9);
  });

  it.each([
    [400, new Error('aborted')],
    [415, Object.assign(new Error('unknown'), { statusCode: 415 })],
    [400, Object.assign(new Error('odd'), { statusCode: 200 })],
  ])('that breaks off is refused with %i', async (statusCode, error) => {
    const payload = new Readable({ read: () => payload.destroy(error) });
    const refused = new Promise((resolve) => {
      readBytes(() => LIMIT)({ raw: { headers: {} } } as FastifyRequest, payload, resolve);
    });
    await expect(refused).resolves.toMatchObject({ statusCode });
  });
});
