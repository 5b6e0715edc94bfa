import { getTopLevelField, MALFORMED_KEY, parseKeyPath } from '../kernel/key-path.js';
import type { CursorCodec, CursorPosition } from './cursor.js';
import {
  createResolver,
  createJsonExpression,
  resolvePath,
  replaceSynonym,
  parseKey,
  type Expression,
  type KeyResolver,
} from './expression.js';
import { compileFilter, isEmptyFilter, parseFilter, type PlainFilter, type ParsedFilter } from './filter.js';
import { invalidQuery, abbreviate } from './invalid-query.js';
import {
  compileAfter,
  compileOrderBy,
  compileOrderTerms,
  parseSort,
  compileFieldTerms,
  appendTieBreaker,
  type OrderTerm,
} from './order.js';
import {
  parseFlag,
  parseInteger,
  parseObject,
  parseOptionalList,
  parseText,
  type Fields,
} from './parse-fields.js';
import type { Resource } from './resource.js';
import { getListElementShape } from './shape.js';
import { SqlParameters, type Statement } from './statement.js';

const MEMBERS = ['filter', 'filter_or', 'keyword', 'sort', 'page', 'only', 'minimal', 'count_only', 'unwind'];
const MAX_PAGE_DEPTH = 100_000;
const MAX_LIMIT = 1000;
const MAX_ONLY_KEYS = 100;

export interface ListRequest {
  readonly domain_id: string;
  /** The plain fields of the request. */
  readonly plain?: PlainFilter;
  /** A `platform.api.core.v1.Query` as the caller sent it, not checked yet. */
  readonly query: unknown;
  readonly now: Date;
  /** Returns the select list, over the alias `r`, for these top-level fields of the record. */
  readonly select: (fields: ReadonlySet<string>) => string;
}

export interface CompiledList {
  /** The filter as it was read, for another {@link compileCount}. */
  readonly filter: ParsedFilter;
  /** Selects the page and one row more, if there is one; `undefined` if only the count is asked for. */
  readonly page: Statement | undefined;
  readonly count: Statement;
  /** An EXPLAIN of the rows of `count`, from which the count is estimated. */
  readonly explain: Statement;
  readonly limit: number;
  readonly offset: number;
  /** The position in the cursor, if there is one. */
  readonly known: CursorPosition | undefined;
  /** The keys to return; `undefined` means all. */
  readonly only: readonly string[] | undefined;
  /** The list that was unwound: each row has one of its elements, in its last column. */
  readonly unwound: UnwindList | undefined;
  /** Returns the cursor of the page that begins after `row`. */
  readonly cursorAfter: (row: Readonly<Record<string, unknown>>, total: number, estimated: boolean) => string;
}

/**
 * Compiles a list to SQL.
 * @throws ERROR_INVALID_QUERY naming the place, like `query.filter[2].o`
 */
export function compileList(resource: Resource, request: ListRequest, cursors: CursorCodec): CompiledList {
  const { domain_id, plain, select } = request;
  const query = parseObject(request.query ?? {}, 'query', MEMBERS);
  const identity = buildIdentity(resource, request, query);
  const { limit, start, known } = parsePage(query['page'], (cursor, place) =>
    cursors.decode(cursor, identity, place),
  );
  const now = known ? new Date(known.now) : request.now;
  const filter = parseFilter(query, plain);
  const sortKeys = parseSort(query['sort'], 'query.sort');
  const only = parseOnly(resource, query);
  const fields = new Set(only?.map(getTopLevelField) ?? resource.record);

  const values = new SqlParameters();
  const context = { values, resolve: createResolver(resource, values), now };
  const filtered = compileFilter(resource, domain_id, filter, context);
  const unwind = parseUnwind(query['unwind'], 'query.unwind');
  const unwoundRows =
    unwind &&
    unwindRecords({ relation: resource.relation, where: filtered, resolve: context.resolve }, unwind, values);
  const { relation, resolve, tieBreaker } = unwoundRows ?? {
    ...context,
    relation: resource.relation,
    tieBreaker: [],
  };
  const where = `from ${relation} r where ${unwoundRows ? 'true' : filtered}`;
  const terms = appendTieBreaker(
    compileOrderTerms(sortKeys.length > 0 ? sortKeys : resource.order, resolve, true),
    [...compileFieldTerms(resolve(resource.id, resource.id), false, resource.id), ...tieBreaker],
  );
  const isPlain = isEmptyFilter(filter) && sortKeys.length === 0 && start === 1 && !unwind;
  const newest = isPlain ? resource.newest : undefined;
  const selected = `${select(fields)}${unwind ? `, ${ELEMENT_COLUMN}::text as ${ELEMENT_COLUMN}` : ''}`;
  const rows = compilePage(
    { domain_id, where, terms, select: selected, newest, limit, start, known },
    values,
  );
  return {
    filter,
    page: parseFlag(query['count_only'], 'query.count_only') ? undefined : values.statement(rows),
    count: values.statement(`select count(*) as count ${where}`),
    explain: values.statement(`explain (format json) select 1 ${where}`),
    limit,
    offset: start - 1,
    known,
    only,
    unwound: unwind,
    cursorAfter: (row, total_count, estimated) =>
      cursors.encode(
        {
          after: terms.map((_, at) => (row[`cursor_${at}`] as string | null | undefined) ?? null),
          total_count,
          estimated,
          now: now.getTime(),
        },
        identity,
      ),
  };
}

/** Returns what a cursor is bound to: resource, domain, filters and order. */
function buildIdentity({ name }: Resource, { domain_id, plain }: ListRequest, query: Fields): string {
  const fields = plain && Object.entries(plain).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const filters = ['filter', 'filter_or', 'keyword', 'sort'].map((member) => query[member]);
  const more = query['unwind'] === undefined ? [] : [{ unwind: query['unwind'] }];
  return JSON.stringify([name, domain_id, fields && Object.fromEntries(fields), ...filters, ...more]);
}

interface PageOptions {
  readonly domain_id: string;
  readonly where: string;
  readonly terms: readonly OrderTerm[];
  readonly select: string;
  /** Set only if the list has no filter, sort or start. */
  readonly newest: Resource['newest'];
  readonly limit: number;
  readonly start: number;
  readonly known: CursorPosition | undefined;
}

/** Returns SQL for the rows of a page and one more, each with the values that it is ordered by. */
function compilePage(
  { domain_id, where, terms, newest, limit, start, ...options }: PageOptions,
  values: SqlParameters,
): string {
  const { select, known } = options;
  if (known && known.after.length !== terms.length) {
    throw invalidQuery(
      'query.page.cursor',
      'was made by another version of the service; start again without a cursor',
    );
  }
  const columns = terms.map(({ sql }, at) => `(${sql})::text as cursor_${at}`);
  const placeholders = known?.after.map((value, at) =>
    value === null ? null : values.add(value, terms[at]?.type ?? 'text'),
  );
  const order = `order by ${compileOrderBy(terms)}`;
  const rowLimit = limit + 1;
  // The fields are written as text only for the rows of the page. Otherwise PostgreSQL would write all that it sorts.
  const page = newest
    ? newest({
        domain: values.add(domain_id, 'text'),
        before: placeholders?.[0] ?? undefined,
        many: rowLimit,
      })
    : `(select r.* ${where}${placeholders ? ` and ${compileAfter(terms, placeholders)}` : ''} ${order}
        limit ${rowLimit} offset ${start - 1})`;
  return `select ${[select, ...columns].join(', ')} from ${page} r ${order}`;
}

/** Returns a statement that counts records. A row of the resource may stand for several records. */
export function compileCount(
  resource: Resource,
  filter: ParsedFilter,
  { domain_id, now }: Pick<ListRequest, 'domain_id' | 'now'>,
): Statement {
  const values = new SqlParameters();
  const context = { values, resolve: createResolver(resource, values), now };
  const counted = resource.weight === undefined ? 'count(*)' : `coalesce(sum(${resource.weight}), 0)`;
  return values.statement(
    `select ${counted} as count from ${resource.relation} r
     where ${compileFilter(resource, domain_id, filter, context)}`,
  );
}

function parsePage(input: unknown, decode: (cursor: unknown, place: string) => CursorPosition) {
  const page = parseObject(input ?? {}, 'query.page', ['start', 'limit', 'cursor']);
  // In `platform.api.core.v1`, a limit of 0 means all, and a start of 0 means the beginning.
  const limit = parseInteger(page['limit'] ?? 100, 'query.page.limit', 0, MAX_LIMIT) || MAX_LIMIT;
  const start = parseInteger(page['start'] ?? 1, 'query.page.start', 0, Number.MAX_SAFE_INTEGER) || 1;
  const cursor = page['cursor'] ?? undefined;
  if (cursor !== undefined && page['start'] !== undefined && page['start'] !== null) {
    throw invalidQuery('query.page', 'must have either start or cursor');
  }
  if (start + limit > MAX_PAGE_DEPTH) {
    throw invalidQuery(
      'query.page',
      `is too deep: start + limit must be at most ${MAX_PAGE_DEPTH}; continue with page.cursor`,
    );
  }
  return { limit, start, known: cursor === undefined ? undefined : decode(cursor, 'query.page.cursor') };
}

function isRecordKey({ record }: Resource, key: string, place: string): boolean {
  if (parseKeyPath(key) === undefined) throw invalidQuery(place, MALFORMED_KEY);
  return record.includes(getTopLevelField(key));
}

function parseOnly(
  resource: Resource,
  query: Readonly<Record<string, unknown>>,
): readonly string[] | undefined {
  const keys = parseOptionalList(query['only'], 'query.only', MAX_ONLY_KEYS).map((each, at) => {
    const key = replaceSynonym(resource, parseText(each, `query.only[${at}]`, 512));
    if (isRecordKey(resource, key, `query.only[${at}]`)) return key;
    throw invalidQuery(
      `query.only[${at}]`,
      `names an unknown field ${abbreviate(key)}; the fields are ${resource.record.join(', ')}`,
    );
  });
  const minimal = parseFlag(query['minimal'], 'query.minimal');
  if (keys.length > 0) return keys;
  return minimal ? resource.minimal : undefined;
}

/** A list whose elements become rows. */
export interface UnwindList {
  readonly key: string;
  /** The path of the list in a record. */
  readonly path: readonly string[];
}

/** The columns for an element: its value, and its position. */
export const ELEMENT_COLUMN = 'unwound';
const POSITION_COLUMN = 'unwound_at';

/** Reads `{path}` of a query. */
function parseUnwind(input: unknown, place: string): UnwindList | undefined {
  if (input === undefined || input === null) return undefined;
  const key = parseKey(parseObject(input, place, ['path'])['path'], `${place}.path`);
  return { key, path: (parseKeyPath(key) ?? []).map(({ name }) => name) };
}

/** @returns the list in SQL; an empty list if the value is no list */
export function resolveList(
  path: string,
  place: string,
  resolve: KeyResolver,
): { field: Expression; sql: string } {
  const field = resolve(path, place);
  if (field.type !== 'json') throw invalidQuery(place, 'is not a list');
  return { field, sql: `case when jsonb_typeof(${field.sql}) = 'array' then ${field.sql} else '[]' end` };
}

/** Replaces each record by one row for each element of a list in it. */
function unwindRecords(
  from: { readonly relation: string; readonly where: string; readonly resolve: KeyResolver },
  { key }: UnwindList,
  values: SqlParameters,
): { relation: string; resolve: KeyResolver; tieBreaker: readonly OrderTerm[] } {
  const { field, sql } = resolveList(key, 'query.unwind.path', from.resolve);
  const element = createJsonExpression(`r.${ELEMENT_COLUMN}`, getListElementShape(field.shape));
  return {
    relation: `(select r.*, u.value as ${ELEMENT_COLUMN}, u.place as ${POSITION_COLUMN} from ${from.relation} r
      cross join lateral jsonb_array_elements(${sql}) with ordinality u(value, place) where ${from.where})`,
    resolve: (requestedKey, place) =>
      resolvePath({ [key]: element }, requestedKey, place, values) ?? from.resolve(requestedKey, place),
    tieBreaker: [{ sql: `r.${POSITION_COLUMN}`, type: 'bigint', desc: false, required: true }],
  };
}
