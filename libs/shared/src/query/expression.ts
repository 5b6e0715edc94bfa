import { MALFORMED_KEY, parseKeyPath } from '../kernel/key-path.js';
import { invalidQuery, abbreviate } from './invalid-query.js';
import { parseText, requireStorable } from './parse-fields.js';
import type { Field, Resource } from './resource.js';
import { getShapeAt, type Shape } from './shape.js';
import type { JsonPath, NamedPath, SqlParameters } from './statement.js';

/** A value in SQL with its type. A `json` expression is SQL null both for what is absent and for the JSON null. */
export type Expression = Field & {
  /** Which parts of a `json` value are converted in the response. */
  readonly shape?: Shape | undefined;
  /** The path at which a `json` value lies. */
  readonly jsonPath?: JsonPath | undefined;
  /** The object of texts that a text belongs to, and its key there. */
  readonly label?: { readonly object: string; readonly key: string };
};

/** Returns the expression that a key stands for. */
export type KeyResolver = (key: string, place: string) => Expression;

const MAX_PATH_DEPTH = 8;

/** Resolves the keys of a resource's records, and paths into their objects. */
export function createResolver(resource: Resource, values: SqlParameters): KeyResolver {
  return (requestedKey, place) => {
    const { synonyms = {} } = resource;
    // The key is text of the caller, and may be `constructor`.
    const key = (Object.hasOwn(synonyms, requestedKey) ? synonyms[requestedKey] : undefined) ?? requestedKey;
    return (
      resolvePath(resource.fields, key, place, values, values.paths) ??
      rejectKey(requestedKey, place, Object.keys(resource.fields))
    );
  };
}

/**
 * Returns a declared field, or a path into an object: the longest declared field that the key begins with.
 * @param paths receives the path in the second case
 */
export function resolvePath(
  fields: Readonly<Record<string, Expression>>,
  key: string,
  place: string,
  values: SqlParameters,
  paths?: NamedPath[],
): Expression | undefined {
  // A stage may give its columns any name, with dots too.
  if (Object.hasOwn(fields, key)) return fields[key];
  const parts = parseKeyPath(key);
  if (parts === undefined) {
    throw invalidQuery(place, MALFORMED_KEY);
  }
  if (parts.length > MAX_PATH_DEPTH) throw invalidQuery(place, `is more than ${MAX_PATH_DEPTH} levels deep`);
  const path = parts.map(({ name }) => requireStorable(name, place));
  for (let length = parts.length; length > 0; length -= 1) {
    const names = [key.slice(0, parts[length - 1]?.end), path.slice(0, length).join('.')];
    const name = names.find((each) => Object.hasOwn(fields, each));
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || field === undefined) continue;
    if (length === parts.length) return field;
    if (field.type !== 'json' || field.closed || path.slice(length).includes('')) return undefined;
    const inside = path.slice(length);
    if (field.labels) return createLabelExpression(field.sql, inside.join('.'), values);
    paths?.push({ root: name, sql: field.sql, inside, place });
    return {
      ...createJsonExpression(
        `${field.sql} #> ${values.add(inside, 'text[]')}`,
        getShapeAt(field.shape, inside),
      ),
      jsonPath: { root: field.sql, path: inside, values },
    };
  }
  return undefined;
}

function createLabelExpression(object: string, key: string, values: SqlParameters): Expression {
  return { type: 'text', sql: `(${object} ->> ${values.add(key, 'text')})`, label: { object, key } };
}

export function createJsonExpression(sql: string, shape: Shape | undefined): Expression {
  return { type: 'json', sql: `nullif(${sql}, 'null')`, shape };
}

export function rejectKey(key: string, place: string, known: readonly string[]): never {
  throw invalidQuery(place, `names an unknown key ${abbreviate(key)}; the keys are ${known.join(', ')}`);
}

export function parseKey(value: unknown, place: string): string {
  return parseText(value, place, 512);
}

/** Returns SQL for the text of a value, null if it is no text. */
export function toTextSql({ type, sql }: Expression): string {
  return type === 'json' ? `(case when jsonb_typeof(${sql}) = 'string' then ${sql} #>> '{}' end)` : sql;
}

/** Returns SQL for the number of a value, null if it is no number. */
export function toNumberSql({ type, sql }: Expression): string {
  return type === 'json'
    ? `(case when jsonb_typeof(${sql}) = 'number' then (${sql} #>> '{}')::numeric end)`
    : `${sql}::numeric`;
}

/** Returns SQL for the instant of a value, null if it is no instant. */
export function toInstantSql({ type, sql }: Expression): string {
  return type === 'json' ? `tocsin_instant(${toTextSql({ type, sql })})` : sql;
}

/**
 * Returns SQL for the rank of a word: the higher the word, the larger the rank. The values come from our code, not from
 * callers.
 */
export function toRankSql(sql: string, values: readonly string[]): string {
  return `array_position('{${values.toReversed().join(',')}}'::text[], ${sql})`;
}

export const BY_CODE_POINT = 'collate "C"';
