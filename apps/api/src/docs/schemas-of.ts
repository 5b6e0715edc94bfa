export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}
export type Schemas = Record<string, JsonObject>;

const REF = '#/components/schemas/';

export const refTo = (name: string): JsonObject => ({ $ref: `${REF}${name}` });

/** The name of the schema that this one is only a reference to. */
export function nameIn(schema: unknown): string | undefined {
  const ref = (schema as JsonObject | undefined)?.['$ref'];
  return typeof ref === 'string' && ref.startsWith(REF) ? ref.slice(REF.length) : undefined;
}

/** The names of the schemas that these parts lead to, however far. */
export function reachable(parts: readonly unknown[], schemas: Readonly<Schemas>): Set<string> {
  const found = new Set<string>();
  const open: unknown[] = [...parts];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    open.push(...Object.values(next));
    const name = nameIn(next);
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    open.push(schemas[name]);
  }
  return found;
}
