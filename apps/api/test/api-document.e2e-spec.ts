import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { apiDiff } from 'api-smart-diff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withoutTexts } from '../../../tools/release/without-texts.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

const COMMITTED = 'docs/openapi.yaml';
/** The document of the last release without its texts. Clients generated from it must keep working. */
const RELEASED = 'docs/openapi.released.json';

let api: ApiUnderTest;
let text: string;

beforeAll(async () => {
  api = await startApi();
  text = (await api.call<string>('GET', '/docs/openapi.yaml', { key: null })).body;
});
afterAll(() => api.close());

describe('docs/openapi.yaml', () => {
  it('is the document of the API as it now is', async () => {
    const remedy =
      `${COMMITTED} is not the document of this API. Run \`npm run docs:openapi\` and commit it ` +
      '(the same after a conflict in it).';
    await expect(text, remedy).toMatchFileSnapshot(`../../../${COMMITTED}`);
  });

  it('has the same content as openapi.json', async () => {
    const { body, headers } = await api.call('GET', '/docs/openapi.json', { key: null });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(parse(text)).toEqual(body);
  });

  it('is OpenAPI 3.1 without a warning', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // The interface specification names its request messages, so they are components even if all their fields are in
        // path and query string.
        'no-unused-components': 'off',
        'operation-operationId-unique': 'error',
        'operation-description': 'error',
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'spec-strict-refs': 'off',
        'tag-description': 'error',
      },
    });
    const problems = await lintFromString({ source: text, config });
    const warnings = problems
      .map(({ message, location, ruleId }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
      // These operations have no parameters, so they have no 4xx response.
      .filter(
        (problem) => !/^operation-4xx-response #\/paths\/~1(health~1|.*~1sign-in-methods)/.test(problem),
      )
      // No access key is `heartbeat`: it has 32 characters.
      .filter((problem) => !/^no-ambiguous-paths .*\/heartbeat\/\{name\}/.test(problem));
    expect(warnings).toEqual([]);
  });

  it('contains only schemas that Ajv compiles in strict mode', () => {
    const document = parse(text) as { components: { schemas: Record<string, object> } };
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
    ajv.addVocabulary(['components']);
    const $id = 'https://tocsin.test/api';
    ajv.addSchema({ $id, components: document.components }, $id, false, false);
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `${$id}#/components/schemas/${name}` })).not.toThrow();
    }
  });
});

describe('breaking changes of the API', () => {
  it('are absent, compared with the released document', async () => {
    const breakingChanges = findBreakingChanges(await readReleased(), withoutTexts(parse(text) as Document));
    const remedy =
      'These changes break clients that were made for the API as it was. If one is meant, say so in CHANGELOG.md ' +
      `and run \`npm run docs:release\`.`;
    expect(breakingChanges, remedy).toEqual([]);
  });

  it.each<[string, (document: Document) => void]>([
    ['a removed operation', ({ paths }) => delete paths['/monitoring/v1/webhooks']?.['get']],
    ['a renamed operationId', ({ paths }) => rename(paths['/monitoring/v1/webhooks']?.['get'])],
    [
      'a removed field of a response',
      ({ components }) => delete getSchema(components, 'EventInfo').properties['title'],
    ],
    [
      'a field that becomes required',
      ({ components }) => requireField(components, 'CreateWebhookRequest', 'tags'),
    ],
    ['a lower maximum length', ({ components }) => narrowLimit(components, 'CreateAPIKeyRequest', 'name')],
    ['a removed value of an enum', ({ components }) => void getSchema(components, 'UpgradeMode').enum?.pop()],
  ])('include %s', async (_, change) => {
    const changed = structuredClone(await readReleased());
    change(changed);
    expect(findBreakingChanges(await readReleased(), changed)).not.toEqual([]);
  });
});

async function readReleased(): Promise<Document> {
  return JSON.parse(await readFile(RELEASED, 'utf8')) as Document;
}

interface Schema {
  readonly properties: Record<string, { maxLength?: number }>;
  required?: string[];
  readonly enum?: unknown[];
}
interface Components {
  readonly schemas: Record<string, Schema>;
}
interface Document {
  readonly paths: Record<string, Record<string, { operationId: string }>>;
  readonly components: Components;
}

function findBreakingChanges(before: Document, after: Document): readonly string[] {
  const breaking = apiDiff(before, after)
    .filter(({ type, action, path }) => type === 'breaking' || (action === 'remove' && isField(path)))
    .map(({ action, path }) => `${action} ${path.join(' / ')}`);
  const renamed = Object.entries(before.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method, { operationId }]) => {
        const now = after.paths[path]?.[method]?.operationId;
        return now !== undefined && now !== operationId;
      })
      .map(([method, { operationId }]) => `${operationId} (${method} ${path}) has another name`),
  );
  return [...breaking, ...renamed];
}

/** Removing a field breaks clients even if it is optional: they read it in responses, and requests with it are rejected. */
const isField = (path: readonly (string | number)[]) => path.at(-2) === 'properties';

function getSchema({ schemas }: Components, name: string): Schema {
  const schema = schemas[name];
  if (!schema) throw new Error(`There is no schema ${name}`);
  return schema;
}

function rename(operation: { operationId: string } | undefined): void {
  if (operation) operation.operationId = 'another';
}

function requireField(components: Components, name: string, field: string): void {
  const schema = getSchema(components, name);
  schema.required = [...(schema.required ?? []), field];
}

function narrowLimit(components: Components, name: string, field: string): void {
  const property = getSchema(components, name).properties[field];
  if (property) property.maxLength = 3;
}
