import { didYouMean } from '../kernel/find-nearest.js';
import { tryParseId } from '../kernel/ids.js';
import { isRawNumber } from '../kernel/json.js';
import { MALFORMED_KEY, parseKeyPath } from '../kernel/key-path.js';
import { parseInstant } from './instant.js';
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
  values.timeKey = findTimeKey(resource);
  return (requestedKey, place) => {
    const key = replaceSynonym(resource, requestedKey);
    return (
      resolvePath(resource.fields, key, place, values, values.paths) ??
      rejectKey(requestedKey, place, Object.keys(resource.fields))
    );
  };
}

/** Returns the key of the record that a key of a request means. */
export function replaceSynonym({ synonyms = {} }: Resource, key: string): string {
  // The key is text of the caller, and may be `constructor`.
  return (Object.hasOwn(synonyms, key) ? synonyms[key] : undefined) ?? key;
}

/** Returns the key that tells when a record came to be. */
function findTimeKey({ fields, order }: Resource): string | undefined {
  return ['created_at', ...order.map(({ key }) => key)].find((key) => fields[key]?.type === 'date');
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
  if (Object.hasOwn(fields, key)) return showEmpty(fields[key]);
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
    if (length === parts.length) return showEmpty(field);
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

/** Returns a whole field as the record shows it. Paths into it use the column itself, which an index may serve. */
function showEmpty(field: Expression | undefined): Expression | undefined {
  return field?.type === 'json' && field.empty !== undefined
    ? { ...field, sql: `coalesce(${field.sql}, '${field.empty}')` }
    : field;
}

function createLabelExpression(object: string, key: string, values: SqlParameters): Expression {
  return { type: 'text', sql: `(${object} ->> ${values.add(key, 'text')})`, label: { object, key } };
}

export function createJsonExpression(sql: string, shape: Shape | undefined): Expression {
  return { type: 'json', sql: `nullif(${sql}, 'null')`, shape };
}

export function rejectKey(key: string, place: string, known: readonly string[]): never {
  throw invalidQuery(
    place,
    `names an unknown key ${abbreviate(key)}; the keys are ${known.join(', ')}${didYouMean(key, known)}`,
  );
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

/**
 * Returns SQL for all values at the end of a path, as one list. Each name of the path is looked up in every element of a list
 * on the way, and a list at the end gives its elements. A value that is no list counts as a list of one.
 */
export function compileElements({ sql, jsonPath }: Expression): string {
  if (jsonPath === undefined) return `jsonb_path_query_array(${sql}, '$[*]')`;
  const lists = interpretPath(jsonPath).map(
    ({ root, path }) => `jsonb_path_query_array(${root}, ${addJsonPath(path, '[*]', jsonPath.values)})`,
  );
  const [single] = lists;
  return single !== undefined && lists.length === 1
    ? single
    : `(${lists.map((each) => `coalesce(${each}, '[]')`).join(' || ')})`;
}

/** Returns SQL that tests whether a path leads to anything but null. An empty list counts. */
export function compilePresence({ sql, jsonPath }: Expression): string {
  if (jsonPath === undefined) return `${sql} is not null`;
  const tests = interpretPath(jsonPath).map(({ root, path }) =>
    compilePathExists(root, path, jsonPath.values),
  );
  return `(${tests.join(' or ')})`;
}

export function compilePathExists(root: string, path: readonly string[], values: SqlParameters): string {
  return `jsonb_path_exists(${root}, ${addJsonPath(path, '.type() ? (@ != "null")', values)})`;
}

export function getElementShape({ shape }: Expression): Shape | undefined {
  return shape?.type === 'list' ? shape.of : shape;
}

/** Returns the two meanings of a path with numbers: a number is the name of a key, or the position of an element in a list. */
function interpretPath({ root, path, values }: JsonPath): readonly Pick<JsonPath, 'root' | 'path'>[] {
  const end = path.findLastIndex((name) => /^-?\d+$/.test(name)) + 1;
  if (end === 0) return [{ root, path }];
  return [
    { root, path },
    { root: `(${root} #> ${values.add(path.slice(0, end), 'text[]')})`, path: path.slice(end) },
  ];
}

/**
 * Returns a path in lax mode, in which names are looked up in the elements of lists. Its text is sent as a value, with quoted
 * names.
 */
function addJsonPath(path: readonly string[], suffix: string, values: SqlParameters): string {
  const names = path.map((name) => `.${JSON.stringify(name)}`).join('');
  return values.add(`$${names}${suffix}`, 'jsonpath');
}

/** The SQL types in which values are compared. */
export const SQL_TYPES = {
  text: 'text',
  enum: 'text',
  id: 'uuid',
  number: 'numeric',
  date: 'timestamptz',
  boolean: 'boolean',
  json: 'jsonb',
} as const;

/** Returns a value in the type of the field, ready to be sent to the database. */
export function parseScalar(value: unknown, field: Expression, place: string): unknown {
  switch (field.type) {
    case 'text':
    case 'secret':
      if (typeof value !== 'string') throw invalidQuery(place, 'must be text');
      return requireStorable(value, place);
    case 'enum': {
      const word = typeof value === 'string' ? findWord(value, field.values) : undefined;
      if (word !== undefined) return word;
      throw invalidQuery(
        place,
        `must be one of ${field.values.join(', ')}${didYouMean(value, field.values)}`,
      );
    }
    case 'id': {
      const uuid = typeof value === 'string' ? tryParseId(field.kind, value) : undefined;
      if (uuid === undefined)
        throw invalidQuery(place, `must be an id of the form ${field.kind}_<26 characters>`);
      return uuid;
    }
    case 'number':
      return parseNumber(value, place);
    case 'date':
      return parseInstant(value, place);
    case 'boolean':
      if (typeof value !== 'boolean') throw invalidQuery(place, 'must be true or false');
      return value;
    case 'json':
      if (typeof value === 'string') return JSON.stringify(parseJsonText(value, field, place));
      if (typeof value === 'boolean') return String(value);
      return isNumber(value) ? parseNumber(value, place) : rejectScalar(place);
    default:
      return field satisfies never;
  }
}

/** Returns the word of a list, whatever the case in which a caller writes it: systems write `critical` as often as `CRITICAL`. */
export function findWord(text: string, words: readonly string[]): string | undefined {
  return words.includes(text) ? text : words.find((word) => word.toLowerCase() === text.toLowerCase());
}

/** Returns text to compare with text inside JSON. If ids are stored there, an id is converted to its uuid. */
export function parseJsonText(value: string, { shape }: Expression, place: string): string {
  return requireStorable((shape?.type === 'id' ? tryParseId(shape.kind, value) : undefined) ?? value, place);
}

function rejectScalar(place: string): never {
  throw invalidQuery(place, 'must be text, a number, true, false or null');
}

export function isNumber(value: unknown): boolean {
  return typeof value === 'number' || isRawNumber(value);
}

/** Returns a number with its original digits. Numbers too long for PostgreSQL are rejected here. */
export function parseNumber(value: unknown, place: string): string {
  const text = isRawNumber(value) ? value.rawJSON : typeof value === 'number' ? String(value) : '';
  const [, exponent = '0'] = /e([+-]?\d+)$/i.exec(text) ?? [];
  if (!/^-?\d/.test(text) || text.length > 100 || Math.abs(Number(exponent)) > 400) {
    throw invalidQuery(place, 'must be a number of at most 100 digits');
  }
  return text;
}
