import {
  BY_CODE_POINT,
  numberOf,
  rankOf,
  readKey,
  textOf,
  type Expression,
  type Resolve,
} from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { parseFlag, parseList, parseObject } from './parse-fields.js';
import { SQL_TYPES } from './scalar.js';
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
const BEGINNING = 1024;

/** Reads `{key, desc}`, `{keys: [{key, desc}, …]}` or a list of `{key, desc}`. `{}` names no keys. */
export function readSort(given: unknown, place: string): readonly (SortKey & { readonly place: string })[] {
  if (given === undefined || given === null) return [];
  if (Array.isArray(given)) return readKeys(given, place);
  const fields = parseObject(given, place, ['key', 'desc', 'keys']);
  if (Object.keys(fields).length === 0) return [];
  if (fields['keys'] === undefined) return readKeys([given], place, false);
  if (fields['key'] !== undefined || fields['desc'] !== undefined) {
    throw invalidQuery(place, 'must have either key and desc, or keys');
  }
  return readKeys(fields['keys'], `${place}.keys`);
}

function readKeys(given: unknown, place: string, listed = true) {
  return parseList(given, place, MAX_SORT_KEYS).map((each, at) => {
    const here = listed ? `${place}[${at}]` : place;
    const { key, desc } = parseObject(each, here, ['key', 'desc']);
    return { key: readKey(key, `${here}.key`), desc: parseFlag(desc, `${here}.desc`), place: `${here}.key` };
  });
}

/** @param isList the order values go into a cursor, so only the beginning of long values counts */
export function orderTerms(
  keys: readonly (SortKey & { readonly place?: string })[],
  resolve: Resolve,
  isList = false,
): OrderTerm[] {
  return keys.flatMap(({ key, desc = false, place = key }, at) => {
    const field = resolve(key, place);
    // The id also distinguishes rows of the same instant, so it may replace the instant only as the last key.
    const bare = field.type === 'date' && at < keys.length - 1 ? { ...field, idTime: undefined } : field;
    return termsOf(bare, desc, place, isList && (field.type === 'json' || field.long));
  });
}

export function termsOf(field: Expression, desc: boolean, place: string, isCut = false): OrderTerm[] {
  const { sql, required = false } = field;
  const cut = (text: string) => `${isCut ? `left(${text}, ${BEGINNING})` : text} ${BY_CODE_POINT}`;
  switch (field.type) {
    case 'secret':
      throw invalidQuery(place, 'is a secret, which cannot be sorted, grouped, aggregated or made distinct');
    case 'json':
      // Numbers come first, by value; everything else follows, by its text.
      return [
        { sql: numberOf(field), type: 'numeric', desc, required: false },
        { sql: cut(`(${sql} #>> '{}')`), type: 'text', desc, required: false },
      ];
    case 'enum':
      if (field.ranked) return [{ sql: rankOf(sql, field.values), type: 'integer', desc, required }];
      return [{ sql: cut(sql), type: 'text', desc, required }];
    case 'text':
      return [{ sql: cut(textOf(field)), type: 'text', desc, required }];
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
export function withTieBreaker(terms: readonly OrderTerm[], id: readonly OrderTerm[]): OrderTerm[] {
  const known = new Set<string>();
  const desc = terms.at(-1)?.desc ?? false;
  return [...terms, ...id.map((term) => ({ ...term, desc }))].filter(({ sql }) => {
    const isNew = !known.has(sql);
    known.add(sql);
    return isNew;
  });
}

export function orderBy(terms: readonly OrderTerm[]): string {
  return terms
    .map(({ sql, desc, required }) => `${sql}${desc ? ' desc' : ''}${nulls(desc, required)}`)
    .join(', ');
}

/** Returns `nulls last` only if PostgreSQL's default differs, so that the order stays that of an index. */
function nulls(desc: boolean, required: boolean): string {
  return desc && !required ? ' nulls last' : '';
}

/** Returns SQL for the rows that come after the row with these values. */
export function after(terms: readonly OrderTerm[], placeholders: readonly (string | null)[]): string {
  const [first] = terms;
  if (first && terms.every(({ desc, required }) => required && desc === first.desc)) {
    const left = terms.map(({ sql }) => sql).join(', ');
    return `(${left}) ${first.desc ? '<' : '>'} (${placeholders.join(', ')})`;
  }
  const steps = terms.map((term, at) => {
    const same = terms
      .slice(0, at)
      .map(({ sql }, before) => `${sql} is not distinct from ${placeholders[before] ?? 'null'}`);
    return [...same, beyond(term, placeholders[at] ?? null)].join(' and ');
  });
  return `(${steps.map((step) => `(${step})`).join(' or ')})`;
}

function beyond({ sql, desc, required }: OrderTerm, placeholder: string | null): string {
  // No value comes after null. Rows that are null as well are distinguished by the next term.
  if (placeholder === null) return 'false';
  const further = `${sql} ${desc ? '<' : '>'} ${placeholder}`;
  return required ? further : `(${further} or ${sql} is null)`;
}
