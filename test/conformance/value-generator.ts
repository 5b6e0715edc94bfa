import fc from 'fast-check';
import type { ApiDocument, Schema } from './description.js';

const MAX_DEPTH = 4;
/** Any JSON value that a request may contain. */
const ANY_JSON: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.dictionary(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 8 }), fc.integer(), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
);

/** Generates values that a schema allows. Ids are often those of existing records. */
export class ValueGenerator {
  constructor(
    private readonly document: ApiDocument,
    private readonly known: Readonly<Record<string, readonly unknown[]>>,
  ) {}

  static readonly anything = ANY_JSON;

  arbitraryFor(schema: Schema, name = '', depth = 0): fc.Arbitrary<unknown> {
    const known = this.known[name];
    const generated = this.arbitraryOf(schema, depth);
    return known ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, generated) : generated;
  }

  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined
      ? schema
      : { ...this.document.components.schemas[name], ...schema, $ref: undefined };
  }

  exampleAt(ref: string): unknown {
    return this.document.components.examples[ref.split('/').at(-1) ?? '']?.value;
  }

  private arbitraryOf(given: Schema, depth: number): fc.Arbitrary<unknown> {
    const schema = this.resolve(given);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return fc.oneof(...alternatives.map((each) => this.arbitraryOf(each, depth)));
    if (schema.type === undefined) return ANY_JSON;
    return fc.oneof(...[schema.type].flat().map((type) => this.arbitraryOfType(type, schema, depth)));
  }

  private arbitraryOfType(type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case 'string':
        return textOf(schema);
      case 'integer':
        return fc.integer({
          min: Math.max(schema.minimum ?? 0, -(2 ** 31)),
          max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1),
        });
      case 'number':
        return fc.double({
          noNaN: true,
          min: schema.exclusiveMinimum ?? -1e6,
          minExcluded: schema.exclusiveMinimum !== undefined,
          max: schema.maximum ?? 1e6,
        });
      case 'boolean':
        return fc.boolean();
      case 'array':
        return depth > MAX_DEPTH
          ? fc.constant([])
          : fc.array(this.arbitraryFor(schema.items ?? {}, '', depth + 1), {
              maxLength: Math.min(schema.maxItems ?? 3, 3),
            });
      case 'object':
        return this.object(schema, depth);
      default:
        return fc.constant(null);
    }
  }

  private object({ properties, required = [], additionalProperties }: Schema, depth: number) {
    if (!properties) {
      const inner =
        typeof additionalProperties === 'object'
          ? this.arbitraryFor(additionalProperties, '', depth + 1)
          : ANY_JSON;
      const key = fc.stringMatching(/^[a-z]{1,8}$/);
      return fc.dictionary(key, inner, { maxKeys: 3, noNullPrototype: true });
    }
    const names = Object.keys(properties).filter((name) => depth <= MAX_DEPTH || required.includes(name));
    const fields = names.map(
      (name) => [name, this.arbitraryFor(properties[name] ?? {}, name, depth + 1)] as const,
    );
    return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
  }
}

function textOf({ pattern, format, minLength = 0, maxLength = 50 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) {
    // fast-check supports no lookahead.
    const all = fc.stringMatching(new RegExp(pattern.replaceAll(/\(\?=[^)]*\)/g, '')));
    return all.filter((text) => new RegExp(pattern).test(text));
  }
  const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  if (format === 'date-time') return date.map((each) => each.toISOString());
  if (format === 'date') return date.map((each) => each.toISOString().slice(0, 10));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 30) });
}
