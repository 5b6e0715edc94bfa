import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { ROOT_API_KEY, startApi, type ApiUnderTest } from './api-under-test.js';
import { SPECIFIED_ENUMS, SPECIFIED_MESSAGES, SPECIFIED_OPERATIONS, SPECIFIED_RECORDS } from './specified.js';

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
interface Documented {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

let api: ApiUnderTest;
let document: ApiDocument;

beforeAll(async () => {
  api = await startApi();
  document = (await api.call<ApiDocument>('GET', '/docs/openapi.json', { key: null })).body;
});
afterAll(() => api.close());

function getMessageSchema(content: Content = {}): Schema {
  const schema = content['application/json']?.schema ?? {};
  // An operation that accepts any data also accepts one message.
  const message = schema.anyOf?.find(({ $ref }) => $ref?.endsWith('Request')) ?? schema;
  return document.components.schemas[message.$ref?.split('/').at(-1) ?? ''] ?? {};
}

describe('conformance to the interface specification', () => {
  it.each(SPECIFIED_OPERATIONS.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s has the specified parameters and response',
    (_, { method, path, fields, required = [], answer }) => {
      const documented = document.paths[path]?.[method];
      const parameters = (documented?.parameters ?? []).filter((each) => each.in !== 'header');
      const body = getMessageSchema(documented?.requestBody?.content);
      const acceptedNames = [...parameters.map(({ name }) => name), ...Object.keys(body.properties ?? {})];
      expect(acceptedNames).toEqual(expect.arrayContaining([...fields]));
      const requiredNames = new Set([
        ...parameters.filter((each) => each.required === true).map(({ name }) => name),
        ...(body.required ?? []),
      ]);
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([...requiredNames].toSorted()).toEqual([...new Set([...placeholders, ...required])].toSorted());
      const successResponse = Object.entries(documented?.responses ?? {}).find(([status]) =>
        status.startsWith('2'),
      );
      const schema = successResponse?.[1].content?.['application/json']?.schema;
      // If `only` selects fields, the record has a partial schema.
      const isPartial = placeholders.length > 0 && parameters.some(({ name }) => name === 'only');
      const name = isPartial ? `Partial${answer}` : answer;
      if (answer !== undefined) expect(schema).toEqual({ $ref: `#/components/schemas/${name}` });
    },
  );

  it.each(
    SPECIFIED_OPERATIONS.filter(({ required }) => required?.includes('domain_id')).map(
      ({ method, path }) => [`${method} ${path}`, method, path] as const,
    ),
  )('%s requires the domain, also with an API key', async (_, method, path) => {
    const { body: made } = await api.call('POST', '/identity/v1/api-keys', {
      body: { user_id: 'u', domain_id: 'shop' },
    });
    const ask = async (key: string, domain_id?: string) => {
      const at = path.replace('{event_id}', newId('event'));
      const given = { ...(path.endsWith('/stat') ? { query: { distinct: 'provider' } } : {}), domain_id };
      const query = domain_id === undefined ? '' : `?domain_id=${domain_id}`;
      return method === 'get'
        ? api.call('GET', `${at}${query}`, { key })
        : api.call('POST', at, { key, body: given });
    };
    const found = path.includes('{') ? 404 : 200;
    const key = String(made.api_key);
    for (const caller of [ROOT_API_KEY, key]) {
      expect(await ask(caller)).toMatchObject({
        status: 400,
        body: { code: 'ERROR_REQUIRED_PARAMETER', errors: [{ field: 'domain_id' }] },
      });
      expect((await ask(caller, 'shop')).status).toBe(found);
    }
    expect(await ask(key, 'demo')).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('of the domain shop') as string },
    });
  });

  it.each(Object.entries(SPECIFIED_RECORDS))('%s has the specified fields', (name, fields) => {
    const record = document.components.schemas[name];
    expect(Object.keys(record?.properties ?? {})).toEqual(expect.arrayContaining([...fields]));
    expect(record?.required).toEqual(expect.arrayContaining([...fields]));
  });

  it('the document has the specified messages and enums', () => {
    const { schemas } = document.components;
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(SPECIFIED_MESSAGES));
    for (const [name, words] of Object.entries(SPECIFIED_ENUMS)) expect(schemas[name]?.enum).toEqual(words);
    expect(schemas['EndpointsInfo']?.properties?.['total_count']?.format).toBe('int32');
  });
});
