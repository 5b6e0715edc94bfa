import type { OpenAPIObject } from '@nestjs/swagger';
import {
  listOperations,
  findReachable,
  type Json,
  type JsonObject,
  type Schemas,
  getRefName,
} from './schema-refs.js';

/** Classes that the query language parses, which treats null as a missing field. */
const QUERY_CLASSES = ['Query', 'StatisticsQuery', 'Page'];

/** Marks fields as nullable that may be null in a POST, where null means "not given". An update rejects null. */
export function markNullableFields(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as unknown as Schemas;
  const bodies = (methods: readonly ('post' | 'put')[]) =>
    Object.values(document.paths).flatMap((item) =>
      methods.flatMap((method) => {
        const body = item[method]?.requestBody;
        return body && 'content' in body ? [body.content['application/json']?.schema] : [];
      }),
    );
  const putSchemas = findReachable(bodies(['put']), schemas);
  const postSchemas = bodies(['post']).flatMap((schema) => getRefName(schema) ?? []);
  const responseSchemas = findReachable(
    listOperations(document).map(({ responses }) => responses),
    schemas,
  );
  for (const name of new Set([...postSchemas, ...QUERY_CLASSES])) {
    const schema = schemas[name];
    if (!schema?.['properties'] || putSchemas.has(name) || responseSchemas.has(name)) continue;
    const required = new Set(schema['required'] as string[] | undefined);
    const fields = Object.entries(schema['properties'] as Schemas);
    schema['properties'] = Object.fromEntries(
      fields.map(([field, fieldSchema]) => [
        field,
        required.has(field) ? fieldSchema : makeNullable(fieldSchema),
      ]),
    );
  }
  return document;
}

function makeNullable(schema: JsonObject): JsonObject {
  const { $ref, type, anyOf, oneOf, ...rest } = schema;
  const nullType = { type: 'null' };
  if ($ref !== undefined) return { ...rest, anyOf: [{ $ref }, nullType] };
  const alternatives = (anyOf ?? oneOf) as JsonObject[] | undefined;
  if (alternatives !== undefined) {
    const nonNullTypes = alternatives.filter((alternative) => alternative['type'] !== nullType.type);
    return { ...rest, anyOf: [...nonNullTypes, nullType] };
  }
  const types = new Set([type as string | string[], 'null'].flat());
  const values = rest['enum'] as Json[] | undefined;
  return { ...rest, type: [...types], ...(values ? { enum: [...values, null] } : {}) };
}

/** Rewrites the loose schemas of the generator as OpenAPI 3.1, so that they are exactly what the service validates. */
export function rewriteSchemas(document: OpenAPIObject): OpenAPIObject {
  const exact = rewriteNode(document as unknown as Json) as unknown as OpenAPIObject;
  const schemas = (exact.components?.schemas ?? {}) as unknown as Schemas;
  const requestParts = listOperations(exact).map(({ requestBody, parameters }) => [requestBody, parameters]);
  for (const name of findReachable(requestParts, schemas)) {
    const schema = schemas[name];
    // The service rejects unknown fields.
    if (schema?.['properties']) schema['additionalProperties'] = false;
  }
  return exact;
}

function rewriteNode(value: Json): Json {
  if (Array.isArray(value)) return value.map(rewriteNode);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, isDataKeyword(key) ? each : rewriteNode(each)]),
  );
  if ('in' in inner) return hoistExample(inner);
  return isSchema(inner) ? rewriteSchema(inner) : inner;
}

/** Moves an example from the schema of a parameter to the parameter, where Swagger UI takes the value to fill in. */
function hoistExample(parameter: JsonObject): JsonObject {
  const { examples, ...schema } = (parameter['schema'] ?? {}) as JsonObject;
  return Array.isArray(examples) ? { ...parameter, schema, example: examples[0] ?? null } : parameter;
}

/** Whether the value of a keyword is data, which may look like a schema but is none. */
const isDataKeyword = (key: string) => key === 'example' || key === 'examples' || key === 'enum';

const isSchema = (value: JsonObject) =>
  ['type', 'allOf', 'anyOf', 'oneOf', '$ref'].some((key) => key in value);

function rewriteSchema(generated: JsonObject): JsonObject {
  const { example, ...schema } = mergeTypes(unwrapAllOf(generated));
  return example === undefined ? schema : { ...schema, examples: [example] };
}

/** Replaces an `allOf` of one schema: since OpenAPI 3.1, keywords next to a `$ref` are not ignored. */
function unwrapAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  return Array.isArray(allOf) && allOf.length === 1 ? { ...(allOf[0] as JsonObject), ...rest } : schema;
}

/** Replaces alternatives that are only types by one list of types. */
function mergeTypes(schema: JsonObject): JsonObject {
  const { anyOf, oneOf, ...rest } = schema;
  const alternatives = (anyOf ?? oneOf) as JsonObject[] | undefined;
  const isTypeOnly = (each: JsonObject) =>
    Object.keys(each).every((key) => key === 'type' || key === 'items');
  if (!alternatives?.every((each) => 'type' in each && isTypeOnly(each))) return schema;
  const items: JsonObject = alternatives.some((each) => 'items' in each) ? { items: {} } : {};
  return { ...rest, type: alternatives.flatMap(({ type }) => type ?? []), ...items };
}
