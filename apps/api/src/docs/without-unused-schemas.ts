import type { OpenAPIObject } from '@nestjs/swagger';
import { reachable, type Schemas } from './schemas-of.js';

/** Removes schemas that nothing refers to, such as messages whose fields are all in path and query string. */
export function withoutUnusedSchemas(document: OpenAPIObject): OpenAPIObject {
  const { schemas = {}, ...components } = document.components ?? {};
  const used = reachable([document.paths, document.webhooks, components], schemas as unknown as Schemas);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...components, schemas: Object.fromEntries(kept) } };
}
