import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';

const path = '/identity/v1/api-keys';
const body = JSON.stringify({ user_id: 'u1', domain_id: 'd1' });
let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('the HTTP server', () => {
  it('answers an unknown path with a problem that contains the request id', async () => {
    const headers = { 'x-request-id': 'mine-1' };
    const response = await api.call('GET', '/nowhere/tocsin_secret?key=tocsin_secret', {
      headers,
      key: null,
    });
    expect(response.headers).toMatchObject({
      'x-request-id': 'mine-1',
      'content-type': 'application/problem+json; charset=utf-8',
    });
    expect(response.body).toEqual({
      type: '/docs/errors/ERROR_NOT_FOUND',
      title: 'Not Found',
      status: 404,
      detail: 'There is nothing at this path',
      instance: 'mine-1',
      code: 'ERROR_NOT_FOUND',
    });
  });

  it.each(['a b', 'x'.repeat(129), '<script>'])('replaces the invalid request id «%s»', async (id) => {
    const { headers } = await api.call('GET', '/health/live', { headers: { 'x-request-id': id } });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{16}-[0-9a-z]+$/);
  });

  it('405 with the allowed methods for another method', async () => {
    const response = await api.call('PATCH', path, { body });
    expect(response).toMatchObject({
      status: 405,
      body: { code: 'ERROR_METHOD_NOT_ALLOWED' },
      headers: { allow: 'POST, GET, HEAD' },
    });
  });

  it('400 for a URL that cannot be decoded', async () => {
    const response = await api.call('GET', '/health/%ff%zz');
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'ERROR_INVALID_PARAMETER', errors: [{ field: 'path' }] },
    });
    expect(response.headers['x-request-id']).toBeDefined();
  });

  it('reads JSON whatever the Content-Type says, or without one', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'nonsense',
      'application/json; charset=x',
    ]) {
      const { status } = await api.call('POST', path, { body, headers: { 'content-type': type } });
      expect([type, status]).toEqual([type, 201]);
    }
    expect((await api.call('POST', path, { body })).status).toBe(201);
    const empty = await api.call('POST', path, { body: '', headers: { 'content-type': 'application/json' } });
    expect(empty.body).toMatchObject({ code: 'ERROR_REQUIRED_PARAMETER' });
  });

  it.each([
    ['gzip', gzipSync(body)],
    ['GZIP', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['identity', Buffer.from(body)],
  ])('inflates %s', async (encoding, bytes) => {
    const { status } = await api.call('POST', path, {
      body: bytes,
      headers: { 'content-encoding': encoding },
    });
    expect(status).toBe(201);
  });

  it('415 for a Content-Encoding other than gzip and deflate, 400 for a body that is not encoded as it says', async () => {
    for (const [encoding, bytes] of [['zstd', body] as const, ['br', brotliCompressSync(body)] as const]) {
      const strange = await api.call('POST', path, {
        body: bytes,
        headers: { 'content-encoding': encoding },
      });
      expect(strange).toMatchObject({
        status: 415,
        body: { code: 'ERROR_UNSUPPORTED_MEDIA_TYPE', detail: expect.stringContaining('gzip or deflate') },
      });
    }
    const broken = await api.call('POST', path, { body, headers: { 'content-encoding': 'gzip' } });
    expect(broken).toMatchObject({ status: 400, body: { code: 'ERROR_INVALID_PARAMETER' } });
  });

  it('413 for a body that exceeds the limit, also if it does so only after it is inflated', async () => {
    const large = JSON.stringify({ user_id: 'u'.repeat(66_000) });
    const plain = await api.call('POST', path, { body: large });
    expect(plain).toMatchObject({
      status: 413,
      body: { code: 'ERROR_PAYLOAD_TOO_LARGE', detail: expect.stringContaining('65536 bytes') },
    });
    const small = gzipSync(large);
    expect(small.length).toBeLessThan(400);
    const bomb = await api.call('POST', path, { body: small, headers: { 'content-encoding': 'gzip' } });
    expect(bomb.status).toBe(413);
  });

  it('401 without a key, before the body is read', async () => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n`);
    const [response] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(String(response)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it.each([
    ['deep nesting', `{"name":${'['.repeat(1900)}${']'.repeat(1900)}}`],
    ['U+0000', '{"name":"\\u0000"}'],
    ['a lone surrogate', '{"name":"\\ud800"}'],
    ['1e400', '{"name":1e400}'],
    ['a list', '[]'],
    ['__proto__', '{"__proto__":{"user_id":"u1"}}'],
  ])('400 for %s', async (_, text) => {
    expect(await api.call('POST', path, { body: text })).toMatchObject({
      status: 400,
      body: { code: 'ERROR_INVALID_PARAMETER' },
    });
  });

  it.each([
    ['input that is not HTTP', 'NONSENSE'],
    ['a request without Host', 'GET /health/live HTTP/1.1'],
  ])('answers %s with a problem', async (_, text) => {
    const response = await exchange(`${text}\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toMatch(/application\/problem\+json[^]*"status":400/);
    expect(response).toMatch(/^x-request-id: \S/m);
  });

  it('serves a request with an unknown Expect header', async () => {
    const response = await exchange('GET /health/live HTTP/1.1\r\nhost: x\r\nexpect: a-miracle\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\nx-request-id: /);
  });
});

function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => socket.end(text));
    let response = '';
    socket.on('data', (chunk) => (response += String(chunk)));
    socket.on('end', () => resolve(response)).on('error', reject);
  });
}
