import type { OpenAPIObject } from '@nestjs/swagger';
import type { Json, JsonObject } from './schema-refs.js';

/** Keywords whose value is data, in which nothing is converted. */
const DATA = new Set(['example', 'enum', 'default', 'value', 'required', 'tags', 'security']);
/** Keywords of 3.1 that only say more of a text, and that 3.0 does not have. */
const DROPPED = new Set(['contentMediaType', 'contentSchema', 'contentEncoding']);

/**
 * Converts the document to OpenAPI 3.0, for tools that do not read 3.1. It means the same, but for what 3.0 cannot say: the requests
 * that the service sends (`webhooks`), and the content of JSON in a text.
 *
 * Only the keywords are handled that the document has; the test validates the result.
 */
export function convertToOpenApi30(document: OpenAPIObject): OpenAPIObject {
  const { webhooks: _, ...rest } = document;
  const { paths, components } = rest as unknown as { paths: JsonObject; components: JsonObject };
  return {
    ...rest,
    openapi: '3.0.3',
    paths: convertNode(paths),
    components: {
      ...components,
      responses: convertNode(components['responses'] as JsonObject),
      headers: convertNode(components['headers'] as JsonObject),
      schemas: convertMap(components['schemas'] as JsonObject),
    },
  } as unknown as OpenAPIObject;
}

/** Converts the schemas in a part of the document that is none. */
function convertNode(value: Json): Json {
  if (Array.isArray(value)) return value.map(convertNode);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (key === 'schema') return [key, convertSchema(each as JsonObject)];
      return [key, DATA.has(key) ? each : convertNode(each)];
    }),
  );
}

const convertMap = (schemas: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, each]) => [name, convertSchema(each as JsonObject)]),
  );

function convertSchema(schema: JsonObject): JsonObject {
  const converted = Object.fromEntries(
    Object.entries(schema).flatMap(([key, each]): [string, Json][] => {
      if (DROPPED.has(key)) return [];
      if (key === 'properties') return [[key, convertMap(each as JsonObject)]];
      if (key === 'examples' && Array.isArray(each)) return [['example', each[0] ?? null]];
      if (key === 'const') return [['enum', [each]]];
      if (key === 'exclusiveMinimum') return [...Object.entries({ minimum: each, exclusiveMinimum: true })];
      if (DATA.has(key)) return [[key, each]];
      if (Array.isArray(each) && /^(?:any|one|all)Of$/.test(key))
        return [[key, each.map((part) => convertSchema(part as JsonObject))]];
      const isSchema = typeof each === 'object' && each !== null && !Array.isArray(each);
      return [[key, isSchema ? convertSchema(each) : each]];
    }),
  );
  return wrapReference(convertAlternatives(convertTypes(converted)));
}

/** A list of types becomes `nullable` and alternatives. */
function convertTypes(schema: JsonObject): JsonObject {
  const { type, items, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((each) => each !== 'null');
  const nullable: JsonObject = types.length < type.length ? { nullable: true } : {};
  const withItems = (each: Json): JsonObject => ({
    type: each,
    ...(each === 'array' ? { items: items ?? {} } : {}),
  });
  const [single] = types;
  if (types.length === 1 && single !== undefined) return { ...rest, ...withItems(single), ...nullable };
  return { ...rest, anyOf: types.map(withItems), ...nullable };
}

/** The alternative null becomes `nullable`. */
function convertAlternatives(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter((each) => (each as JsonObject)['type'] !== 'null');
  if (others.length === anyOf.length) return schema;
  return { ...rest, [others.length === 1 ? 'allOf' : 'anyOf']: others, nullable: true };
}

/** Keywords beside a reference would be ignored. */
function wrapReference(schema: JsonObject): JsonObject {
  const { $ref, ...rest } = schema;
  return $ref === undefined || Object.keys(rest).length === 0 ? schema : { ...rest, allOf: [{ $ref }] };
}
