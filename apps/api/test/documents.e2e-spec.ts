import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkout } from '../../../tools/start/checkout.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

/** One of each kind: a page, the API document, a guide, a script of a package, a file of the console. */
const DOCUMENTS = [
  '/docs',
  '/docs/openapi.json',
  '/docs/openapi.yaml',
  '/docs/guides/query.md',
  '/docs/swagger-ui-bundle.js',
  '/docs/page.css',
  '/console/',
];

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT: '2000' });
});
afterAll(() => api.close());

async function fetchRaw(path: string, headers: Record<string, string>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${api.url}${path}`, { headers }, resolve).on('error', reject),
  );
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}

describe('a document that needs no key', () => {
  it.each(DOCUMENTS)('%s is the same in every encoding, and 304 for who has it', async (path) => {
    const plain = await fetchRaw(path, {});
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    for (const [encoding, inflate] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const small = await fetchRaw(path, { 'accept-encoding': encoding });
      expect(small.headers).toMatchObject({
        'content-encoding': encoding,
        vary: expect.stringMatching(/accept-encoding/i),
        etag: plain.headers.etag,
      });
      expect(inflate(small.bytes)).toEqual(plain.bytes);
    }
    const known = { 'if-none-match': String(plain.headers.etag), 'accept-encoding': 'br' };
    const unchanged = await fetchRaw(path, known);
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);
    const other = await fetchRaw(path, { 'if-none-match': '"other"' });
    expect([other.status, other.bytes.length]).toEqual([200, plain.bytes.length]);
  });

  it('costs no compression for each request', async () => {
    const path = '/docs/openapi.json';
    await fetchRaw(path, { 'accept-encoding': 'br' });
    const before = process.cpuUsage();
    for (let count = 0; count < 50; count += 1) await fetchRaw(path, { 'accept-encoding': 'br' });
    const { user, system } = process.cpuUsage(before);
    // Compressing it takes 30 ms or more. This process is client and server.
    expect((user + system) / 50_000).toBeLessThan(10);
  });

  it('is the licence of every package in the console, which all count as shipped', async () => {
    const { status, bytes } = await fetchRaw('/console/licenses.md', {});
    expect(status).toBe(200);
    const names = [...String(bytes).matchAll(/^## (\S+) - \d\S* \(\S+\)\n\n\S/gm)].map(([, name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['preact', 'uplot', 'lucide', '@fontsource-variable/inter']),
    );
    expect(names.length).toBe([...String(bytes).matchAll(/^## \S+ - \d/gm)].length);
    const lock = JSON.parse(await readFile(join(checkout(), 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
    };
    for (const name of names)
      expect([name, lock.packages[`node_modules/${name}`]?.dev]).toEqual([name, undefined]);
  });

  it('is limited for each address, and nothing else is', async () => {
    const answers = [];
    for (let count = 0; count < 260; count += 1) answers.push(await fetchRaw('/docs/page.css', {}));
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    expect(JSON.parse(String(refused?.bytes))).toMatchObject({ code: 'ERROR_RATE_LIMITED' });
    expect((await fetchRaw('/console/', {})).status).toBe(429);
    expect((await api.call('GET', '/identity/v1/api-keys?domain_id=d1')).status).toBe(200);
  });
});
