import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations-of.js';

const REF = '#/components/schemas/';

/** Removes the fields of the path from the schemas of bodies. Request messages declare both. */
export function withoutPathFields(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  for (const { parameters = [], requestBody } of operationsOf(document)) {
    const body =
      requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined;
    const schema = body && '$ref' in body ? schemas[body.$ref.slice(REF.length)] : undefined;
    if (!schema || !('properties' in schema)) continue;
    const inPath = new Set(
      parameters.flatMap((each) => ('in' in each && each.in === 'path' ? [each.name] : [])),
    );
    const kept = Object.entries(schema.properties ?? {}).filter(([name]) => !inPath.has(name));
    schema.properties = Object.fromEntries(kept);
    schema.required = schema.required?.filter((name) => !inPath.has(name));
  }
  return document;
}
