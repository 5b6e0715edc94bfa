import { MALFORMED_KEY, partsOfKey } from '../kernel/key-path.js';
import { invalidQuery, quoted } from './invalid-query.js';
import { parseText, storable } from './parse-fields.js';
import type { Field, Resource } from './resource.js';
import { shapeAt, type Shape } from './shape.js';
import type { Inside, NamedPath, Values } from './statement.js';

/** A value in SQL and what it is. A json expression is SQL null for what is absent and for JSON's null. */
export type Expression = Field & {
  /** What a json has inside that is not answered as it lies there. */
  readonly shape?: Shape | undefined;
  /** Where a json lies. */
  readonly inside?: Inside | undefined;
};

/** Finds what a key means. */
export type Resolve = (key: string, place: string) => Expression;

const DEEPEST = 8;

/** The keys of a resource's records, and paths into their objects. */
export function keysOf(resource: Resource, values: Values): Resolve {
  return (given, place) => {
    const { synonyms = {} } = resource;
    // A key is whatever the caller wrote, `constructor` too.
    const key = (Object.hasOwn(synonyms, given) ? synonyms[given] : undefined) ?? given;
    return (
      reach(resource.fields, key, place, values, values.paths) ??
      refuse(given, place, Object.keys(resource.fields))
    );
  };
}

/**
 * A declared field, or what lies at the rest of the path inside the longest one that is an object.
 * @param paths to which the path is added then
 */
export function reach(
  fields: Readonly<Record<string, Expression>>,
  key: string,
  place: string,
  values: Values,
  paths?: NamedPath[],
): Expression | undefined {
  // A stage names its columns as it likes.
  if (Object.hasOwn(fields, key)) return fields[key];
  const parts = partsOfKey(key);
  if (parts === undefined) {
    throw invalidQuery(place, MALFORMED_KEY);
  }
  if (parts.length > DEEPEST) throw invalidQuery(place, `is more than ${DEEPEST} levels deep`);
  const path = parts.map(({ name }) => storable(name, place));
  for (let length = parts.length; length > 0; length -= 1) {
    const names = [key.slice(0, parts[length - 1]?.end), path.slice(0, length).join('.')];
    const name = names.find((each) => Object.hasOwn(fields, each));
    const found = name === undefined ? undefined : fields[name];
    if (name === undefined || found === undefined) continue;
    if (length === parts.length) return found;
    if (found.type !== 'json' || found.closed || path.slice(length).includes('')) return undefined;
    const inside = path.slice(length);
    paths?.push({ root: name, sql: found.sql, inside, place });
    return {
      ...jsonAt(`${found.sql} #> ${values.add(inside, 'text[]')}`, shapeAt(found.shape, inside)),
      inside: { root: found.sql, path: inside, values },
    };
  }
  return undefined;
}

export function jsonAt(sql: string, shape: Shape | undefined): Expression {
  return { type: 'json', sql: `nullif(${sql}, 'null')`, shape };
}

export function refuse(key: string, place: string, known: readonly string[]): never {
  throw invalidQuery(place, `names an unknown key ${quoted(key)}; the keys are ${known.join(', ')}`);
}

export function readKey(value: unknown, place: string): string {
  return parseText(value, place, 512);
}

/** The text of a value, null where it is none. */
export function textOf({ type, sql }: Expression): string {
  return type === 'json' ? `(case when jsonb_typeof(${sql}) = 'string' then ${sql} #>> '{}' end)` : sql;
}

/** The number in a value, null where it is none. */
export function numberOf({ type, sql }: Expression): string {
  return type === 'json'
    ? `(case when jsonb_typeof(${sql}) = 'number' then (${sql} #>> '{}')::numeric end)`
    : `${sql}::numeric`;
}

/** The instant in a value, null where it is none. */
export function instantOf({ type, sql }: Expression): string {
  return type === 'json' ? `tocsin_instant(${textOf({ type, sql })})` : sql;
}

/** What a ranked word counts in SQL: the more, the higher it is. Its values are words of ours. */
export function rankOf(sql: string, values: readonly string[]): string {
  return `array_position('{${values.toReversed().join(',')}}'::text[], ${sql})`;
}

export const BY_CODE_POINT = 'collate "C"';
