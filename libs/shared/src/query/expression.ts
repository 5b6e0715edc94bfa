import { MALFORMED_KEY, partsOfKey } from '../kernel/key-path.js';
import { invalidQuery, quoted } from './invalid-query.js';
import { parseText, storable } from './parse-fields.js';
import type { Field, Resource } from './resource.js';
import { shapeAt, type Shape } from './shape.js';
import type { Inside, NamedPath, Values } from './statement.js';

/** A value in SQL with its type. A `json` expression is SQL null both for what is absent and for the JSON null. */
export type Expression = Field & {
  /** Which parts of a `json` value are converted in the response. */
  readonly shape?: Shape | undefined;
  /** The path at which a `json` value lies. */
  readonly inside?: Inside | undefined;
};

/** Returns the expression that a key stands for. */
export type Resolve = (key: string, place: string) => Expression;

const DEEPEST = 8;

/** Resolves the keys of a resource's records, and paths into their objects. */
export function keysOf(resource: Resource, values: Values): Resolve {
  return (given, place) => {
    const { synonyms = {} } = resource;
    // The key is text of the caller, and may be `constructor`.
    const key = (Object.hasOwn(synonyms, given) ? synonyms[given] : undefined) ?? given;
    return (
      reach(resource.fields, key, place, values, values.paths) ??
      refuse(given, place, Object.keys(resource.fields))
    );
  };
}

/**
 * Returns a declared field, or a path into an object: the longest declared field that the key begins with.
 * @param paths receives the path in the second case
 */
export function reach(
  fields: Readonly<Record<string, Expression>>,
  key: string,
  place: string,
  values: Values,
  paths?: NamedPath[],
): Expression | undefined {
  // A stage may give its columns any name, with dots too.
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

/** Returns SQL for the text of a value, null if it is no text. */
export function textOf({ type, sql }: Expression): string {
  return type === 'json' ? `(case when jsonb_typeof(${sql}) = 'string' then ${sql} #>> '{}' end)` : sql;
}

/** Returns SQL for the number of a value, null if it is no number. */
export function numberOf({ type, sql }: Expression): string {
  return type === 'json'
    ? `(case when jsonb_typeof(${sql}) = 'number' then (${sql} #>> '{}')::numeric end)`
    : `${sql}::numeric`;
}

/** Returns SQL for the instant of a value, null if it is no instant. */
export function instantOf({ type, sql }: Expression): string {
  return type === 'json' ? `tocsin_instant(${textOf({ type, sql })})` : sql;
}

/**
 * Returns SQL for the rank of a word: the higher the word, the larger the rank. The values come from our code, not from
 * callers.
 */
export function rankOf(sql: string, values: readonly string[]): string {
  return `array_position('{${values.toReversed().join(',')}}'::text[], ${sql})`;
}

export const BY_CODE_POINT = 'collate "C"';
