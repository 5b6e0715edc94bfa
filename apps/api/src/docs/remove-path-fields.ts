import type { OpenAPIObject } from '@nestjs/swagger';
import { listOperations } from './list-operations.js';

const REF = '#/components/schemas/';

/** Removes the fields of the path from the schemas of bodies. Request messages declare both. */
export function removePathFields(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  for (const { parameters = [], requestBody } of listOperations(document)) {
    const body =
      requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined;
    const schema = body && '$ref' in body ? schemas[body.$ref.slice(REF.length)] : undefined;
    if (!schema || !('properties' in schema)) continue;
    const pathFields = new Set(
      parameters.flatMap((each) => ('in' in each && each.in === 'path' ? [each.name] : [])),
    );
    const bodyFields = Object.entries(schema.properties ?? {}).filter(([name]) => !pathFields.has(name));
    schema.properties = Object.fromEntries(bodyFields);
    schema.required = schema.required?.filter((name) => !pathFields.has(name));
  }
  return document;
}
