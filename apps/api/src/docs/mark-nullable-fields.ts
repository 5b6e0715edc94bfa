import type { OpenAPIObject } from '@nestjs/swagger';
import { listOperations } from './list-operations.js';
import { getRefName, findReachable, type Json, type JsonObject, type Schemas } from './schema-refs.js';

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
