import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startApi, type ApiUnderTest } from './api-under-test.js';

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const get = (path: string) => api.call<Document>('GET', path, { key: null });
const listIds = ({ paths }: Document) =>
  Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));

describe('the document for OpenAPI 3.0', () => {
  it('is valid', async () => {
    const { body: source } = await api.call<string>('GET', '/docs/openapi-3.0.yaml', { key: null });
    const config = await createConfig({
      extends: ['spec'],
      rules: { 'no-invalid-schema-examples': 'error', 'no-invalid-media-type-examples': 'error' },
    });
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
    expect(source).toMatch(/^openapi: 3\.0\.3$/m);
  });

  it('has the operations and schemas of the other', async () => {
    const [old, present] = [await get('/docs/openapi-3.0.json'), await get('/docs/openapi.json')];
    expect(old.body.openapi).toBe('3.0.3');
    expect(listIds(old.body)).toEqual(listIds(present.body));
    expect(Object.keys(old.body.components.schemas)).toEqual(Object.keys(present.body.components.schemas));
    const yaml = await api.call<string>('GET', '/docs/openapi-3.0.yaml', { key: null });
    expect(parse(yaml.body)).toEqual(old.body);
  });

  it('has only what 3.0 knows', async () => {
    const { body } = await get('/docs/openapi-3.0.json');
    const text = JSON.stringify({ schemas: body.components.schemas });
    for (const keyword of ['"type":[', '"const":', '"contentSchema":', '"examples":[', '"type":"null"'])
      expect([keyword, text.includes(keyword)]).toEqual([keyword, false]);
    expect(body.components.schemas['Sort']).toMatchObject({
      properties: { desc: { type: 'boolean', nullable: true } },
    });
  });

  it('names the service by its own path', async () => {
    for (const path of ['/docs/openapi-3.0.json', '/docs/openapi.json'])
      expect((await get(path)).body.servers.map(({ url }) => url)).toEqual(['/']);
  });
});
