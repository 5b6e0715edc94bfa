import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations-of.js';
import { nameIn, reachable, type Json, type JsonObject, type Schemas } from './schemas-of.js';

/** Classes that the query language parses, which treats null as a missing field. */
const QUERIES = ['Query', 'StatisticsQuery', 'Page'];

/** Marks fields as nullable that may be null in a POST, where null means "not given". An update rejects null. */
export function nullableFields(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as unknown as Schemas;
  const bodies = (methods: readonly ('post' | 'put')[]) =>
    Object.values(document.paths).flatMap((item) =>
      methods.flatMap((method) => {
        const body = item[method]?.requestBody;
        return body && 'content' in body ? [body.content['application/json']?.schema] : [];
      }),
    );
  const updated = reachable(bodies(['put']), schemas);
  const messages = bodies(['post']).flatMap((schema) => nameIn(schema) ?? []);
  const answered = reachable(
    operationsOf(document).map(({ responses }) => responses),
    schemas,
  );
  for (const name of new Set([...messages, ...QUERIES])) {
    const schema = schemas[name];
    if (!schema?.['properties'] || updated.has(name) || answered.has(name)) continue;
    const required = new Set(schema['required'] as string[] | undefined);
    const fields = Object.entries(schema['properties'] as Schemas);
    schema['properties'] = Object.fromEntries(
      fields.map(([field, given]) => [field, required.has(field) ? given : orNull(given)]),
    );
  }
  return document;
}

function orNull(schema: JsonObject): JsonObject {
  const { $ref, type, anyOf, oneOf, ...rest } = schema;
  const nothing = { type: 'null' };
  if ($ref !== undefined) return { ...rest, anyOf: [{ $ref }, nothing] };
  const alternatives = (anyOf ?? oneOf) as JsonObject[] | undefined;
  if (alternatives !== undefined) {
    const others = alternatives.filter((alternative) => alternative['type'] !== nothing.type);
    return { ...rest, anyOf: [...others, nothing] };
  }
  const types = new Set([type as string | string[], 'null'].flat());
  const values = rest['enum'] as Json[] | undefined;
  return { ...rest, type: [...types], ...(values ? { enum: [...values, null] } : {}) };
}
