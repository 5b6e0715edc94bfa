import type { OpenAPIObject } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOperations } from '../src/docs/schema-refs.js';
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
  it('serves Swagger UI with all its resources from its own origin, and no other files', async () => {
    for (const path of ['/docs', '/docs/']) {
      const page = await open.call<unknown>('GET', path, { key: null });
      expect(page.status).toBe(200);
      const links = [...String(page.body).matchAll(/(?:href|src|data-document)="([^"]+)"/g)].map(
        ([, link]) => link,
      );
      expect(links).toHaveLength(7);
      // The browser refuses what the page might load from elsewhere.
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toMatch(/(^|;) ?default-src '(none|self)'/);
      for (const [, source] of policy.matchAll(/[\w-]+-src ([^;]*)/g))
        expect(source).toMatch(/^('(none|self|unsafe-inline|sha256-[^']+)'|data:| )+$/);
      for (const link of links) {
        const url = new URL(String(link), `${open.url}${path}`);
        expect([link, url.origin]).toEqual([link, new URL(open.url).origin]);
        const part = await fetch(url);
        expect([link, part.status]).toEqual([link, 200]);
        // An unread response would keep its connection open.
        await part.arrayBuffer();
      }
    }
    expect((await open.call('GET', '/docs/package.json', { key: null })).status).toBe(404);
    expect((await open.call('GET', '/docs/../../package.json', { key: null })).status).toBe(404);
  });

  it('is the target of a relative redirect from /', async () => {
    const response = await fetch(`${open.url}/`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, 'docs/']);
    const page = await fetch(`${open.url}/`);
    expect(await page.text()).toContain('<title>');
    expect([page.status, page.url]).toEqual([200, `${open.url}/docs/`]);
  });

  it('has no broken links, also in the guides', async () => {
    const { body } = await open.call<OpenAPIObject>('GET', '/docs/openapi.json', { key: null });
    const operations = listOperations(body).map(
      ({ operationId, tags: [tag = ''] = [] }) => `#/${encodeURIComponent(tag)}/${operationId}`,
    );
    const texts = [
      ['/docs/', body.info.description ?? ''],
      ...listOperations(body).map(({ description = '' }) => ['/docs/', description]),
    ];
    const followed: string[] = [];
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      const [at = '', markdown = ''] = text;
      for (const [, link = ''] of markdown.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (followed.includes(`${at} ${link}`)) continue;
        followed.push(`${at} ${link}`);
        if (link.startsWith('#/')) {
          expect(operations).toContain(link);
          continue;
        }
        const { pathname, origin } = new URL(link, `${open.url}${at}`);
        if (origin !== new URL(open.url).origin) continue;
        expect([at, link, (await open.call('GET', pathname, { key: null })).status]).toEqual([at, link, 200]);
        if (!pathname.startsWith('/docs/guides/')) continue;
        const guide = await open.call<string>('GET', `${pathname}.md`, { key: null });
        expect(guide).toMatchObject({
          status: 200,
          headers: { 'content-type': 'text/plain; charset=utf-8' },
        });
        texts.push([pathname, guide.body]);
      }
    }
    expect(followed).toEqual(
      expect.arrayContaining(['/docs/ guides/query', '/docs/guides/api ../openapi.yaml']),
    );
    for (const none of ['architecture', 'api.txt', '..%2Fopenapi'])
      expect((await open.call('GET', `/docs/guides/${none}`, { key: null })).status).toBe(404);
  });

  it('requires a key, as Bearer or Basic authentication, if DOCS_ACCESS is `key`', async () => {
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
    const operations = listOperations(document);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags?.map(({ name }) => name);
    expect(tags?.slice(0, 3)).toEqual(['Webhook', 'Event', 'Alert']);
    for (const { operationId, summary, description, tags: [tag] = [], responses } of operations) {
      expect([operationId, description]).toEqual([operationId, expect.stringMatching(/^[A-Z][^]{20,}\.$/)]);
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
