import { newId, type IdKind } from '#shared/kernel/ids.js';

export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly schemas?: unknown };
}

/** An operation of the API, according to its OpenAPI document. */
export interface DocumentedOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path with `{name}` placeholders. */
  readonly template: string;
  /** The kinds of ids in the path, by parameter; `undefined` for ids of the caller's own. */
  readonly ids: Readonly<Record<string, IdKind | undefined>>;
  readonly queryFields: Readonly<Record<string, Schema>>;
  /** By name; empty if the body is no message. */
  readonly bodyFields: Readonly<Record<string, Schema>>;
  readonly takesBody: boolean;
  /** The documented status codes. */
  readonly statuses: readonly number[];
  readonly open: boolean;
  /** Whether the response is a stream that does not end by itself. */
  readonly isStream: boolean;
  /** A well-formed path of a record that does not exist. */
  readonly path: string;
  /** A body with the required fields. */
  readonly body: Readonly<Record<string, unknown>>;
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

export function parseOperations(document: ApiDocument): readonly DocumentedOperation[] {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  return Object.entries(document.paths).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as OperationObject | undefined;
      return operation ? [parseOperation(template, method, operation, schemas)] : [];
    }),
  );
}

interface OperationObject {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
  readonly security?: readonly object[];
}

function parseOperation(
  template: string,
  method: (typeof METHODS)[number],
  { parameters = [], requestBody, responses, security }: OperationObject,
  schemas: Readonly<Record<string, Schema>>,
): DocumentedOperation {
  const findParameters = (place: Parameter['in']) => parameters.filter((each) => each.in === place);
  const body = resolveRef(requestBody?.content['application/json']?.schema ?? {}, schemas);
  const query = new URLSearchParams(
    findParameters('query')
      .filter(({ name, required }) => required && name !== 'domain_id')
      .map(({ name, schema }): [string, string] => [name, String(createSample(schema ?? {}, schemas))]),
  );
  const path = findParameters('path').reduce(
    (url, { name, schema }) => url.replace(`{${name}}`, String(createSample(schema ?? {}, schemas))),
    template,
  );
  return {
    method: method.toUpperCase() as DocumentedOperation['method'],
    template,
    ids: Object.fromEntries(
      findParameters('path').map(({ name, schema }) => [name, findIdKind(schema ?? {})]),
    ),
    queryFields: Object.fromEntries(findParameters('query').map(({ name, schema }) => [name, schema ?? {}])),
    bodyFields: body.properties ?? {},
    takesBody: requestBody !== undefined && body.properties !== undefined,
    statuses: Object.keys(responses).map(Number),
    open:
      security === undefined ||
      security.length === 0 ||
      security.some((each) => Object.keys(each).length === 0),
    isStream: Object.keys(responses['200']?.content ?? {}).includes('text/event-stream'),
    path: `${path}?${query}`,
    body: (body.properties ? createSample(body, schemas) : {}) as Record<string, unknown>,
  };
}

function resolveRef(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const name = (schema.allOf?.[0] ?? schema).$ref?.split('/').at(-1);
  return (name === undefined ? undefined : schemas[name]) ?? schema;
}

function findIdKind({ pattern }: Schema): IdKind | undefined {
  return /^\^([a-z_]+)_\[/.exec(pattern ?? '')?.[1] as IdKind | undefined;
}

function createSample(given: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  const schema = resolveRef(given, schemas);
  const { type, examples, enum: values, required = [], properties = {} } = schema;
  const kind = findIdKind(schema);
  if (kind) return newId(kind);
  if (type === 'object') {
    return Object.fromEntries(required.map((name) => [name, createSample(properties[name] ?? {}, schemas)]));
  }
  if (type === 'array') return examples?.[0] ?? [createSample(schema.items ?? {}, schemas)];
  return examples?.[0] ?? values?.[0] ?? (type === 'integer' ? 1 : 'x');
}
