import type { Json } from '#shared/kernel/json.js';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly examples?: readonly Json[];
  readonly enum?: readonly Json[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export interface DescribedApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Returns a body for an operation with every documented field, including nested ones. */
export function createFullSample(
  { paths, components }: DescribedApi,
  template: string,
  method: string,
): Json | undefined {
  const operation = paths[template]?.[method.toLowerCase()] as Operation | undefined;
  const schema = operation?.requestBody?.content['application/json']?.schema;
  return schema && createSample(schema, components.schemas, 0);
}

const MAX_DEPTH = 6;

function createSample(given: Schema, schemas: DescribedApi['components']['schemas'], depth: number): Json {
  const name = (given.allOf?.[0] ?? given).$ref?.split('/').at(-1);
  const schema = { ...(name === undefined ? {} : schemas[name]), ...given };
  const { properties, additionalProperties, items, examples = [], enum: values } = schema;
  const createNested = (one: Schema) => createSample(one, schemas, depth + 1);
  if (depth > MAX_DEPTH) return 'x';
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, createNested(one)]));
  const [example] = examples;
  // An empty example does not show the members.
  if (example !== undefined && JSON.stringify(example).length > 2) return example;
  if (items !== undefined) return [createNested(items)];
  if (typeof additionalProperties === 'object') return { x: createNested(additionalProperties) };
  return values?.[0] ?? createDefault([schema.type ?? 'string'].flat()[0]);
}

function createDefault(type: string | undefined): Json {
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  return type === 'object' ? { x: 'x' } : 'x';
}
