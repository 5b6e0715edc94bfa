import { DomainError } from '../kernel/domain-error.js';
import { tryParseId } from '../kernel/ids.js';
import { compileContainsAny } from './text-condition.js';
import { compileCondition, getTimeBounds, type ConditionContext } from './condition.js';
import { invalidQuery } from './invalid-query.js';
import { parseCondition, type Condition } from './parse-condition.js';
import { parseOptionalList, parseText, type Fields } from './parse-fields.js';
import type { Resource } from './resource.js';
import type { SqlParameters } from './statement.js';

export const MAX_CONDITIONS = 50;
const MAX_WORDS = 50;

/** The plain fields of a request. A field that is given must be equal. */
export type PlainFilter = Readonly<Record<string, string | boolean | undefined>>;

/** The filter of a list or a stat, read once: rows, their count and a roll-up of them use the same. */
export interface ParsedFilter {
  /** All must hold. The plain fields are among them. */
  readonly all: readonly Condition[];
  /** At least one must hold, unless the list is empty. */
  readonly any: readonly Condition[];
  readonly words: readonly string[];
}

export function parseFilter(query: Fields, plain: PlainFilter = {}): ParsedFilter {
  const all = parseOptionalList(query['filter'], 'query.filter', MAX_CONDITIONS);
  const any = parseOptionalList(query['filter_or'], 'query.filter_or', MAX_CONDITIONS);
  if (all.length + any.length > MAX_CONDITIONS) {
    throw invalidQuery('query.filter', `and filter_or have more than ${MAX_CONDITIONS} conditions together`);
  }
  const fields = Object.entries(plain).filter(([, value]) => value !== undefined);
  return {
    all: [
      ...fields.map(([key, value]) => ({
        ...{ key, operator: 'eq' as const, value },
        ...{ keyPlace: key, operatorPlace: key, valuePlace: key },
      })),
      ...all.map((each, at) => parseCondition(each, `query.filter[${at}]`)),
    ],
    any: any.map((each, at) => parseCondition(each, `query.filter_or[${at}]`)),
    words: parseKeywords(query['keyword']),
  };
}

/** Whether the filter matches all records of a domain. */
export function isEmptyFilter({ all, any, words }: ParsedFilter): boolean {
  return all.length + any.length + words.length === 0;
}

function parseKeywords(keyword: unknown): readonly string[] {
  if (keyword === undefined || keyword === null || keyword === '') return [];
  const words = parseText(keyword, 'query.keyword')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length > MAX_WORDS) throw invalidQuery('query.keyword', `has more than ${MAX_WORDS} words`);
  return words;
}

/** Returns SQL for the rows of one domain that match a filter, and never those of another domain. */
export function compileFilter(
  resource: Resource,
  domainId: string,
  filter: ParsedFilter,
  context: ConditionContext,
): string {
  return [compileDomain(domainId, context.values), ...compileTerms(resource, filter, context)].join(' and ');
}

/** Returns the SQL condition that a record belongs to the domain. */
export function compileDomain(domainId: string, values: SqlParameters): string {
  return `r.domain_id = ${values.add(domainId, 'text')}`;
}

/** Returns the SQL terms of a filter that must hold; none if it matches everything. The caller adds {@link compileDomain}. */
export function compileTerms(
  resource: Resource,
  { all, any, words }: ParsedFilter,
  context: ConditionContext,
): readonly string[] {
  return [
    ...compileConditions(all, any, context),
    ...words.map((word) => compileKeyword(selectKeywords(resource, all, context), word, context)),
  ];
}

/** Returns the SQL terms that must hold: each of `all`, and one of `any` unless it is empty. */
export function compileConditions(
  all: readonly Condition[],
  any: readonly Condition[],
  context: ConditionContext,
): readonly string[] {
  const compileAll = (conditions: readonly Condition[]) =>
    conditions.map((condition) => compileCondition(condition, context)).filter((sql) => sql !== undefined);
  const alternatives = compileAll(any);
  // A condition that is ignored ("not given") matches everything, and so does an alternative with it.
  const isNarrowed = any.length > 0 && alternatives.length === any.length;
  return [...compileAll(all), ...(isNarrowed ? [`(${alternatives.join(' or ')})`] : [])];
}

/** Returns the keys that words are looked for in: those that no index serves only if a time range limits the records. */
function selectKeywords(
  { keywords, keywordsInTimeRange = [] }: Resource,
  all: readonly Condition[],
  { resolve, now }: ConditionContext,
): readonly string[] {
  const isLimited = all.some(({ key, keyPlace, operator, value, valuePlace }) => {
    const field = resolve(key, keyPlace);
    if (field.type !== 'date' || field.idTime === undefined) return false;
    return getTimeBounds(operator, value, valuePlace, now).from !== undefined;
  });
  return isLimited ? [...keywords, ...keywordsInTimeRange] : keywords;
}

function compileKeyword(
  keys: readonly string[],
  word: string,
  { values, resolve }: ConditionContext,
): string {
  const terms = keys.flatMap((key) => {
    const field = resolve(key, 'query.keyword');
    // The text of JSON has escapes: \\ for a backslash.
    if (field.type === 'json')
      return [compileContainsAny(`${field.sql}::text`, [JSON.stringify(word).slice(1, -1)], values)];
    if (field.type !== 'id') return [compileContainsAny(field.sql, [word], values)];
    const uuid = tryParseId(field.kind, word);
    return uuid === undefined ? [] : [`${field.sql} = ${values.add(uuid, 'uuid')}`];
  });
  return terms.length > 0 ? `(${terms.join(' or ')})` : 'false';
}

/**
 * Refuses a query without a condition, unless the caller says that all records are meant: `{}` is rather a mistake than a wish to
 * change everything.
 * @param example a condition to suggest
 * @throws ERROR_INVALID_PARAMETER for `query`
 */
export function requireCondition(query: unknown, all: boolean | undefined, example: object): void {
  if (all === true || typeof query !== 'object' || query === null) return;
  if (!Object.values(query).every(isEmpty)) return;
  throw DomainError.invalid(
    'query',
    `must have a condition, such as ${JSON.stringify(example)}; for all records, give "all": true`,
  );
}

function isEmpty(part: unknown): boolean {
  return part === undefined || part === null || part === '' || (Array.isArray(part) && part.length === 0);
}
