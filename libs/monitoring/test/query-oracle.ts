import { isDeepStrictEqual } from 'node:util';

/** The query language in its simplest form. Tests compare the results of the service with it. */
export interface OracleCondition {
  readonly k: string;
  readonly v: unknown;
  readonly o: string;
}

export type Plain = Readonly<Record<string, unknown>>;

const partsOf = (key: string) =>
  Array.from(key.matchAll(/\[("(?:[^"\\]|\\.)*")\]|[^.[]+/g), ([plain, inQuotes]) =>
    inQuotes === undefined ? plain : (JSON.parse(inQuotes) as string),
  );

export function valueAt(record: unknown, key: string): unknown {
  let value: unknown = record;
  for (const part of partsOf(key)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return null;
    value = (value as Plain)[part];
  }
  return value ?? null;
}

const bytes = (text: string) => Buffer.from(text);
const compareText = (a: string, b: string) => Buffer.compare(bytes(a), bytes(b));
/** From the lowest to the highest, as documented. */
const RANKS = ['NONE', 'NOT_AVAILABLE', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'];
export const isSeverity = (key: string) => key === 'severity';
export const bySeverity = (a: unknown, b: unknown) => RANKS.indexOf(String(a)) - RANKS.indexOf(String(b));

const isDate = (key: string) => key.endsWith('_at');

function compare(key: string, a: unknown, b: unknown): number | undefined {
  if (isDate(key)) return Date.parse(String(a)) - Date.parse(String(b));
  if (isSeverity(key)) return bySeverity(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : undefined;
}

/** Compares numbers by value, and everything else as text. */
export function inOrder(key: string, a: unknown, b: unknown): number {
  if (isDate(key)) return Date.parse(String(a)) - Date.parse(String(b));
  if (isSeverity(key)) return bySeverity(a, b);
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b));
}

/** Composed and decomposed characters are equal. */
const composed = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC') : value);
const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
/** JavaScript ignores case by simple case folding if the pattern is Unicode-aware. */
const matches = (value: unknown, pattern: unknown) =>
  typeof value === 'string' && new RegExp(String(composed(pattern)), 'iu').test(String(composed(value)));
const has = (value: unknown, part: unknown) => matches(value, literal(String(part)));

/** Follows a path into JSON. A name is looked up in every element of a list; a number may also be the index of an element. */
function endsOf(value: unknown, [part, ...rest]: readonly string[]): unknown[] {
  if (part === undefined) return [value];
  if (Array.isArray(value))
    return value.filter((each) => !Array.isArray(each)).flatMap((each) => endsOf(each, [part, ...rest]));
  return typeof value === 'object' && value !== null && Object.hasOwn(value, part)
    ? endsOf((value as Plain)[part], rest)
    : [];
}

function picked(value: unknown, parts: readonly string[]): unknown[] {
  const end = parts.findLastIndex((part) => /^-?\d+$/.test(part)) + 1;
  if (end === 0) return [];
  const reached = parts.slice(0, end).reduce<unknown>((at, part) => {
    if (Array.isArray(at)) return at.at(Number(part)) as unknown;
    return typeof at === 'object' && at !== null ? (at as Plain)[part] : undefined;
  }, value);
  return reached === undefined ? [] : endsOf(reached, parts.slice(end));
}

const isJson = (key: string) => /^(raw_data|additional_info)[.[]/.test(key);

/** Returns what a condition on a key applies to: the elements at the end of its path. */
export function elementsAt(record: Plain, key: string): unknown[] {
  return reachedAt(record, key)
    .flatMap((end) => (Array.isArray(end) ? (end as unknown[]) : [end]))
    .filter((each) => each !== null);
}

function reachedAt(record: Plain, key: string): unknown[] {
  const parts = partsOf(key);
  const ends = isJson(key) ? [...endsOf(record, parts), ...picked(record, parts)] : [valueAt(record, key)];
  return ends.filter((each) => each !== null);
}

const NEGATED: Readonly<Record<string, string>> = {
  not: 'eq',
  not_in: 'in',
  not_contain: 'contain',
  not_contain_in: 'contain_in',
};

export function holds(record: Plain, { k, v, o }: OracleCondition): boolean {
  const negated = NEGATED[o];
  if (negated !== undefined) return !holds(record, { k, v, o: negated });
  const isThere = reachedAt(record, k).length > 0;
  if (o === 'exists') return isThere === v;
  const list = Array.isArray(v) ? v : [v];
  if (['eq', 'in'].includes(o) && list.includes(null) && !isThere) return true;
  return elementsAt(record, k).some((value) => holdsOne(value, { k, v, o }));
}

function holdsOne(value: unknown, { k, v, o }: OracleCondition): boolean {
  const list = Array.isArray(v) ? v : [v];
  const equal = (each: unknown) =>
    isDate(k) && each !== null
      ? compare(k, value, each) === 0
      : isDeepStrictEqual(composed(value), composed(each));
  const order = (test: (order: number) => boolean) => {
    const found = compare(k, value, v);
    return found !== undefined && test(found);
  };
  switch (o) {
    case 'eq':
    case 'in':
      return list.some(equal);
    case 'lt':
    case 'datetime_lt':
      return order((each) => each < 0);
    case 'lte':
    case 'datetime_lte':
      return order((each) => each <= 0);
    case 'gt':
    case 'datetime_gt':
      return order((each) => each > 0);
    case 'gte':
    case 'datetime_gte':
      return order((each) => each >= 0);
    case 'contain':
    case 'contain_in':
      return list.some((each) => has(value, each));
    case 'regex':
    case 'regex_in':
      return list.some((each) => matches(value, each));
    default:
      throw new Error(`the oracle does not know ${o}`);
  }
}

export interface OracleQuery {
  readonly filter: readonly OracleCondition[];
  readonly filter_or: readonly OracleCondition[];
  readonly keyword: string;
  readonly sort: readonly { readonly key: string; readonly desc: boolean }[];
}

/** Returns all records that match, in order. */
export function ask<T extends Plain>(records: readonly T[], query: OracleQuery, id: keyof T): T[] {
  const words = query.keyword.split(' ').filter((word) => word !== '');
  const found = records.filter(
    (each) =>
      query.filter.every((condition) => holds(each, condition)) &&
      (query.filter_or.length === 0 || query.filter_or.some((condition) => holds(each, condition))) &&
      words.every((word) => has(each['title'], word)),
  );
  const keys = [...query.sort, { key: String(id), desc: query.sort.at(-1)?.desc ?? false }];
  return found.toSorted((a, b) => {
    for (const { key, desc } of keys) {
      const [left, right] = [valueAt(a, key), valueAt(b, key)];
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1;
      } else {
        const rank = Number(typeof left !== 'number') - Number(typeof right !== 'number');
        // Nulls are last in either direction. So are values that are not numbers.
        if (rank !== 0) return rank;
        const order = inOrder(key, left, right);
        if (order !== 0) return desc ? -order : order;
      }
    }
    return 0;
  });
}
