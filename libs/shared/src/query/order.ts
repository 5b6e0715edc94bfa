import {
  BY_CODE_POINT,
  toNumberSql,
  toRankSql,
  parseKey,
  toTextSql,
  type Expression,
  type KeyResolver,
  SQL_TYPES,
} from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { parseFlag, parseList, parseObject } from './parse-fields.js';
import type { SortKey } from './resource.js';

/** One expression that rows are ordered by. Nulls are always last. */
export interface OrderTerm {
  readonly sql: string;
  /** The SQL type in which a cursor sends its value back. */
  readonly type: string;
  readonly desc: boolean;
  readonly required: boolean;
}

const MAX_SORT_KEYS = 10;
/** The number of characters by which long values are ordered: a cursor carries them, and must fit into a request. */
const MAX_SORT_LENGTH = 1024;

/** Reads `{key, desc}`, `{keys: [{key, desc}, …]}` or a list of `{key, desc}`. `{}` names no keys. */
export function parseSort(input: unknown, place: string): readonly (SortKey & { readonly place: string })[] {
  if (input === undefined || input === null) return [];
  if (Array.isArray(input)) return parseSortKeys(input, place);
  const fields = parseObject(input, place, ['key', 'desc', 'keys']);
  if (Object.keys(fields).length === 0) return [];
  if (fields['keys'] === undefined) return parseSortKeys([input], place, false);
  if (fields['key'] !== undefined || fields['desc'] !== undefined) {
    throw invalidQuery(place, 'must have either key and desc, or keys');
  }
  return parseSortKeys(fields['keys'], `${place}.keys`);
}

function parseSortKeys(input: unknown, place: string, isList = true) {
  return parseList(input, place, MAX_SORT_KEYS).map((each, at) => {
    const itemPlace = isList ? `${place}[${at}]` : place;
    const { key, desc } = parseObject(each, itemPlace, ['key', 'desc']);
    return {
      key: parseKey(key, `${itemPlace}.key`),
      desc: parseFlag(desc, `${itemPlace}.desc`),
      place: `${itemPlace}.key`,
    };
  });
}

/** @param isList the order values go into a cursor, so only the beginning of long values counts */
export function compileOrderTerms(
  keys: readonly (SortKey & { readonly place?: string })[],
  resolve: KeyResolver,
  isList = false,
): OrderTerm[] {
  return keys.flatMap(({ key, desc = false, place = key }, at) => {
    const field = resolve(key, place);
    // The id also distinguishes rows of the same instant, so it may replace the instant only as the last key.
    const sortField = field.type === 'date' && at < keys.length - 1 ? { ...field, idTime: undefined } : field;
    return compileFieldTerms(sortField, desc, place, isList && (field.type === 'json' || field.long));
  });
}

export function compileFieldTerms(
  field: Expression,
  desc: boolean,
  place: string,
  isTruncated = false,
): OrderTerm[] {
  const { sql, required = false } = field;
  const truncate = (text: string) =>
    `${isTruncated ? `left(${text}, ${MAX_SORT_LENGTH})` : text} ${BY_CODE_POINT}`;
  switch (field.type) {
    case 'secret':
      throw invalidQuery(place, 'is a secret, which cannot be sorted, grouped, aggregated or made distinct');
    case 'json':
      // Numbers come first, by value; everything else follows, by its text.
      return [
        { sql: toNumberSql(field), type: 'numeric', desc, required: false },
        { sql: truncate(`(${sql} #>> '{}')`), type: 'text', desc, required: false },
      ];
    case 'enum':
      if (field.ranked) return [{ sql: toRankSql(sql, field.values), type: 'integer', desc, required }];
      return [{ sql: truncate(sql), type: 'text', desc, required }];
    case 'text':
      return [{ sql: truncate(toTextSql(field)), type: 'text', desc, required }];
    case 'date':
      return [
        field.idTime === undefined
          ? { sql, type: 'timestamptz', desc, required }
          : { sql: field.idTime, type: 'uuid', desc, required: true },
      ];
    default:
      return [{ sql, type: SQL_TYPES[field.type], desc, required }];
  }
}

/** Appends the id, in the direction of the term before it, so that one index can serve both. */
export function appendTieBreaker(terms: readonly OrderTerm[], id: readonly OrderTerm[]): OrderTerm[] {
  const seen = new Set<string>();
  const desc = terms.at(-1)?.desc ?? false;
  return [...terms, ...id.map((term) => ({ ...term, desc }))].filter(({ sql }) => {
    const isNew = !seen.has(sql);
    seen.add(sql);
    return isNew;
  });
}

export function compileOrderBy(terms: readonly OrderTerm[]): string {
  return terms
    .map(({ sql, desc, required }) => `${sql}${desc ? ' desc' : ''}${compileNulls(desc, required)}`)
    .join(', ');
}

/** Returns `nulls last` only if PostgreSQL's default differs, so that the order stays that of an index. */
function compileNulls(desc: boolean, required: boolean): string {
  return desc && !required ? ' nulls last' : '';
}

/** Returns SQL for the rows that come after the row with these values. */
export function compileAfter(terms: readonly OrderTerm[], placeholders: readonly (string | null)[]): string {
  const [first] = terms;
  if (first && terms.every(({ desc, required }) => required && desc === first.desc)) {
    const left = terms.map(({ sql }) => sql).join(', ');
    return `(${left}) ${first.desc ? '<' : '>'} (${placeholders.join(', ')})`;
  }
  const alternatives = terms.map((term, at) => {
    const equalTerms = terms
      .slice(0, at)
      .map(({ sql }, before) => `${sql} is not distinct from ${placeholders[before] ?? 'null'}`);
    return [...equalTerms, compileAfterTerm(term, placeholders[at] ?? null)].join(' and ');
  });
  return `(${alternatives.map((step) => `(${step})`).join(' or ')})`;
}

function compileAfterTerm({ sql, desc, required }: OrderTerm, placeholder: string | null): string {
  // No value comes after null. Rows that are null as well are distinguished by the next term.
  if (placeholder === null) return 'false';
  const comparison = `${sql} ${desc ? '<' : '>'} ${placeholder}`;
  return required ? comparison : `(${comparison} or ${sql} is null)`;
}
