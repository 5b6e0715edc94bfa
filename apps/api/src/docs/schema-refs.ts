import type { OpenAPIObject } from '@nestjs/swagger';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}
export type Schemas = Record<string, JsonObject>;

const REF = '#/components/schemas/';

export const createRef = (name: string): JsonObject => ({ $ref: `${REF}${name}` });

/** Returns the name of the schema that a `$ref` refers to; `undefined` if the schema is not a reference. */
export function getRefName(schema: unknown): string | undefined {
  const ref = (schema as JsonObject | undefined)?.['$ref'];
  return typeof ref === 'string' && ref.startsWith(REF) ? ref.slice(REF.length) : undefined;
}

/** Returns the names of all schemas that these parts refer to, directly or indirectly. */
export function findReachable(parts: readonly unknown[], schemas: Readonly<Schemas>): Set<string> {
  const found = new Set<string>();
  const pending: unknown[] = [...parts];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    pending.push(...Object.values(next));
    const name = getRefName(next);
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    pending.push(schemas[name]);
  }
  return found;
}

/** Returns the operations of a document, in their order. */
export function listOperations({ paths }: Pick<OpenAPIObject, 'paths'>) {
  return Object.values(paths).flatMap(({ get, post, put, delete: remove }) =>
    [get, post, put, remove].filter((operation) => operation !== undefined),
  );
}
