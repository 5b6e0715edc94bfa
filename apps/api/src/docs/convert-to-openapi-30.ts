import type { OpenAPIObject } from '@nestjs/swagger';
import { getRefName, type Json, type JsonObject, type Schemas } from './schema-refs.js';

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
  const parts = rest as unknown as { readonly paths: JsonObject; readonly components: Components };
  const { schemas, responses, headers, ...components } = parts.components;
  const converter = new SchemaConverter(schemas);
  return {
    ...rest,
    openapi: '3.0.3',
    paths: converter.convertPart(parts.paths),
    components: {
      ...components,
      responses: converter.convertPart(responses),
      headers: converter.convertPart(headers),
      schemas: converter.convertMap(schemas),
    },
  } as unknown as OpenAPIObject;
}

interface Components {
  readonly schemas: Schemas;
  readonly responses: JsonObject;
  readonly headers: JsonObject;
}

class SchemaConverter {
  constructor(private readonly schemas: Schemas) {}

  /** Converts the schemas in a part of the document that is none. */
  convertPart(value: Json): Json {
    if (Array.isArray(value)) return value.map((each) => this.convertPart(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        if (key === 'schema') return [key, this.convert(each as JsonObject)];
        // In 3.0 an extension has no references.
        if (key === 'x-whole-record') return [key, (each as JsonObject)['$ref'] ?? null];
        return [key, DATA.has(key) ? each : this.convertPart(each)];
      }),
    );
  }

  convertMap(schemas: Readonly<Record<string, Json>>): JsonObject {
    return Object.fromEntries(
      Object.entries(schemas).map(([name, each]) => [name, this.convert(each as JsonObject)]),
    );
  }

  private convert(schema: JsonObject): JsonObject {
    const converted = Object.fromEntries(
      Object.entries(schema).flatMap(([key, each]) => this.convertKeyword(key, each)),
    );
    return wrapReference(this.convertAlternatives(convertTypes(converted)));
  }

  private convertKeyword(key: string, value: Json): readonly (readonly [string, Json])[] {
    if (DROPPED.has(key)) return [];
    if (key === 'properties') return [[key, this.convertMap(value as JsonObject)]];
    if (key === 'examples' && Array.isArray(value)) return [['example', value[0] ?? null]];
    if (key === 'const') return [['enum', [value]]];
    if (key === 'exclusiveMinimum')
      return [
        ['minimum', value],
        ['exclusiveMinimum', true],
      ];
    if (DATA.has(key)) return [[key, value]];
    if (Array.isArray(value) && /^(?:any|one|all)Of$/.test(key)) {
      // `null` is converted with the schema that has it as an alternative.
      const parts = value.map((each) => (isNull(each) ? each : this.convert(each as JsonObject)));
      return [[key, parts]];
    }
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [[key, isSchema ? this.convert(value) : value]];
  }

  /** The alternative null makes another one `nullable`, which must have a type of its own. */
  private convertAlternatives(schema: JsonObject): JsonObject {
    const { anyOf, ...rest } = schema;
    if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return schema;
    const [first, ...others] = anyOf.filter((each) => !isNull(each)) as JsonObject[];
    if (first === undefined) return schema;
    const name = getRefName(first);
    const type = first['type'] ?? this.schemas[name ?? '']?.['type'];
    if (typeof type !== 'string')
      return { ...rest, anyOf: [first, ...others, { type: 'object', nullable: true, enum: [null] }] };
    const nullable: JsonObject =
      name === undefined ? { ...first, nullable: true } : { type, nullable: true, allOf: [first] };
    return others.length === 0 ? { ...nullable, ...rest } : { ...rest, anyOf: [nullable, ...others] };
  }
}

const isNull = (schema: Json): boolean => (schema as JsonObject)['type'] === 'null';

/** A list of types becomes `nullable` and alternatives. */
function convertTypes(schema: JsonObject): JsonObject {
  const { type, items, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const nullable: JsonObject = type.includes('null') ? { nullable: true } : {};
  const alternatives = type
    .filter((each) => each !== 'null')
    .map((each): JsonObject => ({
      type: each,
      ...(each === 'array' ? { items: items ?? {} } : {}),
      ...nullable,
    }));
  const [single] = alternatives;
  if (alternatives.length === 1) return { ...rest, ...single };
  const { additionalProperties: _, ...common } = rest;
  return { ...common, anyOf: alternatives };
}

/** Keywords beside a reference would be ignored. */
function wrapReference(schema: JsonObject): JsonObject {
  const { $ref, ...rest } = schema;
  return $ref === undefined || Object.keys(rest).length === 0 ? schema : { ...rest, allOf: [{ $ref }] };
}
