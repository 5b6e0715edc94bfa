import type { OpenAPIObject } from '@nestjs/swagger';
import { findReachable, type Schemas } from './schema-refs.js';

/** Removes schemas that nothing refers to, such as messages whose fields are all in path and query string. */
export function removeUnusedSchemas(document: OpenAPIObject): OpenAPIObject {
  const { schemas = {}, ...components } = document.components ?? {};
  const used = findReachable([document.paths, document.webhooks, components], schemas as unknown as Schemas);
  const usedSchemas = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...components, schemas: Object.fromEntries(usedSchemas) } };
}
