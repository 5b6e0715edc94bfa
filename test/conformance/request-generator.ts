import fc from 'fast-check';
import type { DescribedOperation, Parameter, Schema } from './description.js';
import { ValueGenerator } from './value-generator.js';

export interface Request {
  readonly what: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export type IsValid = (part: string, value: unknown) => boolean;

interface Parts {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

interface Change {
  readonly part: string;
  readonly value: unknown;
  readonly parts: Parts;
}

const JSON_TYPE = 'application/json';

/** Generates the requests of one operation from its description. */
export class RequestGenerator {
  constructor(
    private readonly operation: DescribedOperation,
    private readonly values: ValueGenerator,
    private readonly seed: number,
  ) {}

  /** Returns the documented examples, applied to existing records. */
  examples(known: Readonly<Record<string, readonly unknown[]>>): readonly Request[] {
    const { parameters, requestBody } = this.operation;
    const exampleParameters = parameters.flatMap((each) => {
      const value = each.example ?? (each.in === 'path' ? known[each.name]?.[0] : undefined);
      return value === undefined ? [] : [[each.name, value] as const];
    });
    const content = requestBody?.content[JSON_TYPE];
    const examples = Object.entries(content?.examples ?? {});
    const namedBodies = examples
      .map(
        ([name, { $ref, value }]) =>
          [name, $ref === undefined ? value : this.values.exampleAt($ref)] as const,
      )
      // Only the first payload example: it matches the existing records.
      .slice(0, 1);
    const bodies = namedBodies.length > 0 ? namedBodies : [['none', undefined] as const];
    return bodies.map(([name, body]) =>
      this.buildRequest(`example ${String(name)}`, {
        parameters: Object.fromEntries(exampleParameters),
        body: replaceIds(body, known),
      }),
    );
  }

  /** Returns the examples with null in every nullable field, in the body and in its query. */
  withNulls(known: Readonly<Record<string, readonly unknown[]>>): readonly Request[] {
    const { schema } = this.operation.requestBody?.content[JSON_TYPE] ?? {};
    if (schema === undefined) return [];
    const given = this.examples(known);
    const query = this.values.resolve(schema).properties?.['query'];
    return given.flatMap((request) => {
      const body = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
      const nulls = this.nullsOf(schema);
      const withNullBody = { ...request, what: 'null', body: JSON.stringify({ ...nulls, ...body }) };
      if (query === undefined) return Object.keys(nulls).length > 0 ? [withNullBody] : [];
      const inQuery = { ...this.nullsOf(query), ...(body['query'] as object | undefined) };
      // A statistics query must not be empty.
      const isEmpty = 'aggregate' in inQuery && Object.values(inQuery).every((each) => each === null);
      return isEmpty
        ? [withNullBody]
        : [withNullBody, { ...withNullBody, body: JSON.stringify({ ...body, query: inQuery }) }];
    });
  }

  private nullsOf(given: Schema): Readonly<Record<string, null>> {
    const { properties = {}, anyOf = [] } = this.values.resolve(given);
    const fields = anyOf[0] ? (this.values.resolve(anyOf[0]).properties ?? {}) : properties;
    const mayBeNull = ({ type, anyOf: forms = [] }: Schema) =>
      [type].flat().includes('null') || forms.some((form) => form.type === 'null');
    return Object.fromEntries(
      Object.entries(fields).flatMap(([name, schema]) => (mayBeNull(schema) ? [[name, null]] : [])),
    );
  }

  valid(count: number): readonly Request[] {
    return fc
      .sample(this.arbitraryParts(), { numRuns: count, seed: this.seed })
      .map((parts) => this.buildRequest('valid', parts));
  }

  /** Returns valid requests with one part changed so that the description forbids it. */
  invalid(count: number, isValid: IsValid): readonly Request[] {
    const { parameters, requestBody } = this.operation;
    const inQuery = parameters.filter((each) => each.in === 'query' && each.schema);
    const schema = requestBody?.content[JSON_TYPE]?.schema;
    const fields = Object.keys((schema && this.values.resolve(schema).properties) ?? {});
    const changes: readonly fc.Arbitrary<Change>[] = [
      ...inQuery.map(({ name }) =>
        fc
          .tuple(this.arbitraryParts(), fc.string({ unit: 'grapheme', maxLength: 20 }))
          .map(([parts, value]) => ({
            part: name,
            value,
            parts: { ...parts, parameters: { ...parts.parameters, [name]: value } },
          })),
      ),
      ...fields.map((name) =>
        fc.tuple(this.arbitraryParts(), ValueGenerator.anything).map(([parts, value]) => {
          const body = { ...(parts.body as object), [name]: value };
          return { part: 'body', value: body, parts: { ...parts, body } };
        }),
      ),
      ...fields.map((name) =>
        this.arbitraryParts().map((parts) => {
          const { [name]: _, ...body } = parts.body as Record<string, unknown>;
          return { part: 'body', value: body, parts: { ...parts, body } };
        }),
      ),
    ];
    const requests = changes.flatMap((change) =>
      fc
        .sample(change, { numRuns: count, seed: this.seed })
        .filter(({ part, value }) => !isValid(part, value))
        .slice(0, 2)
        .map(({ part, parts }) => this.buildRequest(`invalid ${part}`, parts)),
    );
    return [...requests, ...this.malformed()];
  }

  private malformed(): readonly Request[] {
    const [parts] = fc.sample(this.arbitraryParts(), { numRuns: 1, seed: this.seed });
    const validRequest = this.buildRequest('', parts ?? { parameters: {} });
    const { parameters, requestBody } = this.operation;
    const separator = validRequest.url.includes('?') ? '&' : '?';
    const body = requestBody?.content[JSON_TYPE]?.schema;
    const hasBody = body !== undefined;
    const isData = hasBody && this.values.resolve(body).anyOf !== undefined;
    const unknown = {
      ...validRequest,
      what: 'unknown parameter',
      url: `${validRequest.url}${separator}no_such_field=1`,
    };
    // Operations that take deliveries accept any query string.
    const queries = parameters.some((each) => each.in === 'query') ? [unknown] : [];
    const bodies =
      hasBody && !isData ? ['{', '[]', '"text"', '{"name":"\\u0000"}', '{"no_such_field":1}'] : [];
    return [...queries, ...bodies.map((body) => ({ ...validRequest, what: `body ${body}`, body }))];
  }

  private arbitraryParts(): fc.Arbitrary<Parts> {
    const { parameters, requestBody } = this.operation;
    const fields = parameters.map((each) => [each.name, this.parameter(each)] as const);
    const requiredKeys = parameters
      .filter(({ required, name }) => required || name === 'domain_id')
      .map(({ name }) => name);
    const schema = requestBody?.content[JSON_TYPE]?.schema;
    return fc.record(
      {
        parameters: fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true }),
        ...(schema ? { body: this.values.arbitraryFor(this.withDomain(schema)) } : {}),
      },
      { noNullPrototype: true },
    ) as fc.Arbitrary<Parts>;
  }

  /** Makes `domain_id` required: the key of the test belongs to no domain, so its requests must name one. */
  private withDomain(schema: Schema): Schema {
    const { required = [], ...resolved } = this.values.resolve(schema);
    const named = resolved.properties?.['domain_id'] === undefined ? [] : ['domain_id'];
    // Ids of the path can be repeated in the body, but only with the same value.
    const inPath = new Set(
      this.operation.parameters.flatMap((each) => (each.in === 'path' ? [each.name] : [])),
    );
    const properties = Object.entries(resolved.properties ?? {}).filter(([name]) => !inPath.has(name));
    return {
      ...resolved,
      ...(resolved.properties && { properties: Object.fromEntries(properties) }),
      required: [...required, ...named],
    };
  }

  private parameter({ name, in: place, schema = {} }: Parameter): fc.Arbitrary<unknown> {
    if (name === 'Prefer') return fc.constantFrom('wait=1', 'respond-async');
    // The version of the record may have changed; `*` matches any.
    if (name === 'If-Match') return fc.constant('*');
    if (place === 'header') return fc.stringMatching(/^[a-zA-Z0-9-]{1,40}$/);
    // An empty value would give another path.
    if (place === 'path') return this.values.arbitraryFor(schema, name).filter((value) => value !== '');
    const { contentSchema } = schema;
    return contentSchema
      ? this.values.arbitraryFor(contentSchema).map((value) => JSON.stringify(value))
      : this.values.arbitraryFor(schema, name);
  }

  private buildRequest(what: string, { parameters, body }: Parts): Request {
    let path = this.operation.path;
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    for (const { name, in: place } of this.operation.parameters) {
      const value = parameters[name];
      if (value === undefined) continue;
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
      else if (place === 'header') headers[name] = String(value);
      else for (const each of [value].flat()) query.append(name, String(each));
    }
    if (body !== undefined) headers['content-type'] = JSON_TYPE;
    const url = query.size > 0 ? `${path}?${query}` : path;
    return { what, url, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  }
}

/** Fields with ids of records that must exist. */
const NAMES_OF_IDS = new Set(['steps', 'fallback']);

/** Replaces the ids in an example by those of existing records. */
function replaceIds(body: unknown, known: Readonly<Record<string, readonly unknown[]>>): unknown {
  if (Array.isArray(body)) return body.map((item) => replaceIds(item, known));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name.endsWith('_id') || NAMES_OF_IDS.has(name) ? (known[name]?.[0] ?? value) : replaceIds(value, known),
    ]),
  );
}
