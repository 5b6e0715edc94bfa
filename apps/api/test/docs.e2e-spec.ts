import type { OpenAPIObject } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../src/docs/operations-of.js';
import { ROOT_API_KEY, startApi, type ApiUnderTest } from './api-under-test.js';

let open: ApiUnderTest;
let closed: ApiUnderTest;

beforeAll(async () => {
  open = await startApi();
  closed = await startApi({ DOCS_ACCESS: 'key' });
});
afterAll(async () => {
  await open.close();
  await closed.close();
});

describe('/docs', () => {
  it('is Swagger UI, from this machine alone', async () => {
    for (const path of ['/docs', '/docs/']) {
      const page = await open.call<unknown>('GET', path, { key: null });
      expect(page.status).toBe(200);
      const links = [...String(page.body).matchAll(/(?:href|src|data-document)="([^"]+)"/g)].map(
        ([, link]) => link,
      );
      expect(links).toHaveLength(5);
      for (const link of links) {
        const part = await fetch(new URL(String(link), `${open.url}${path}`));
        expect([link, part.status]).toEqual([link, 200]);
      }
    }
    expect((await open.call('GET', '/docs/package.json', { key: null })).status).toBe(404);
    expect((await open.call('GET', '/docs/../../package.json', { key: null })).status).toBe(404);
  });

  it('asks for a key where it is set so, also as a browser gives it', async () => {
    for (const path of ['/docs', '/docs/openapi.json', '/docs/swagger-ui.css']) {
      const refused = await closed.call('GET', path, { key: null });
      expect(refused).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': ['Basic realm="tocsin"', 'Bearer'] },
      });
      const basic = `Basic ${Buffer.from(`any:${ROOT_API_KEY}`).toString('base64')}`;
      expect((await closed.call('GET', path, { key: null, headers: { authorization: basic } })).status).toBe(
        200,
      );
      expect((await closed.call('GET', path)).status).toBe(200);
    }
    const api = await closed.call('POST', '/identity/v1/api-keys', {
      key: null,
      headers: { authorization: `Basic ${Buffer.from(`:${ROOT_API_KEY}`).toString('base64')}` },
    });
    expect(api).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
  });
});

describe('the OpenAPI document', () => {
  const read = async () => (await open.call<OpenAPIObject>('GET', '/docs/openapi.json', { key: null })).body;

  it('describes every operation', async () => {
    const document = await read();
    expect(document.openapi).toBe('3.1.0');
    const operations = operationsOf(document);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags?.map(({ name }) => name);
    for (const { operationId, summary, tags: [tag] = [], responses } of operations) {
      expect([operationId, summary, tags?.includes(tag ?? '')]).toEqual([
        operationId,
        expect.any(String),
        true,
      ]);
      expect(Object.keys(responses).length).toBeGreaterThan(1);
    }
  });

  it('refers only to schemas that it has', async () => {
    const document = await read();
    const schemas = document.components?.schemas ?? {};
    const refs = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    for (const name of refs) expect(schemas).toHaveProperty([String(name)]);
  });
});
