import { fieldOfKey, MALFORMED_KEY, partsOfKey } from '../kernel/key-path.js';
import { compileFilter, isEmpty, readFilter, type PlainFilter, type ReadFilter } from './filter.js';
import { keysOf } from './expression.js';
import { invalidQuery, quoted } from './invalid-query.js';
import type { CursorCodec, Position } from './cursor.js';
import { after, orderBy, orderTerms, readSort, termsOf, withTieBreaker, type OrderTerm } from './order.js';
import {
  parseFlag,
  parseInteger,
  parseObject,
  parseOptionalList,
  parseText,
  type Fields,
} from './parse-fields.js';
import type { Resource } from './resource.js';
import { Values, type Statement } from './statement.js';
import { ELEMENT, readUnwind, unwound, type Unwound } from './unwind.js';

const MEMBERS = ['filter', 'filter_or', 'keyword', 'sort', 'page', 'only', 'minimal', 'count_only', 'unwind'];
const DEEPEST = 100_000;
const MAX_LIMIT = 1000;
const MAX_ONLY = 100;

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
  readonly filter: ReadFilter;
  /** Selects the page and one row more, if there is one; `undefined` if only the count is asked for. */
  readonly page: Statement | undefined;
  readonly count: Statement;
  /** An EXPLAIN of the rows of `count`, from which the count is estimated. */
  readonly explain: Statement;
  readonly limit: number;
  readonly offset: number;
  /** The position in the cursor, if there is one. */
  readonly known: Position | undefined;
  /** The keys to return; `undefined` means all. */
  readonly only: readonly string[] | undefined;
  /** The list that was unwound: each row has one of its elements, in its last column. */
  readonly unwound: Unwound | undefined;
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
  const identity = identityOf(resource, request, query);
  const { limit, start, known } = readPage(query['page'], (cursor, place) =>
    cursors.decode(cursor, identity, place),
  );
  const now = known ? new Date(known.now) : request.now;
  const filter = readFilter(query, plain);
  const asked = readSort(query['sort'], 'query.sort');
  const only = readOnly(resource, query);
  const fields = new Set(only?.map(fieldOfKey) ?? resource.record);

  const values = new Values();
  const context = { values, resolve: keysOf(resource, values), now };
  const filtered = compileFilter(resource, domain_id, filter, context);
  const unwind = readUnwind(query['unwind'], 'query.unwind');
  const elements =
    unwind &&
    unwound({ relation: resource.relation, where: filtered, resolve: context.resolve }, unwind, values);
  const { relation, resolve, tieBreaker } = elements ?? {
    ...context,
    relation: resource.relation,
    tieBreaker: [],
  };
  const where = `from ${relation} r where ${elements ? 'true' : filtered}`;
  const terms = withTieBreaker(orderTerms(asked.length > 0 ? asked : resource.order, resolve, true), [
    ...termsOf(resolve(resource.id, resource.id), false, resource.id),
    ...tieBreaker,
  ]);
  const isPlain = isEmpty(filter) && asked.length === 0 && start === 1 && !unwind;
  const newest = isPlain ? resource.newest : undefined;
  const selected = `${select(fields)}${unwind ? `, ${ELEMENT}::text as ${ELEMENT}` : ''}`;
  const rows = pageOf({ domain_id, where, terms, select: selected, newest, limit, start, known }, values);
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
function identityOf({ name }: Resource, { domain_id, plain }: ListRequest, query: Fields): string {
  const fields = plain && Object.entries(plain).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const narrowed = ['filter', 'filter_or', 'keyword', 'sort'].map((member) => query[member]);
  const more = query['unwind'] === undefined ? [] : [{ unwind: query['unwind'] }];
  return JSON.stringify([name, domain_id, fields && Object.fromEntries(fields), ...narrowed, ...more]);
}

interface PageAsked {
  readonly domain_id: string;
  readonly where: string;
  readonly terms: readonly OrderTerm[];
  readonly select: string;
  /** Set only if the list has no filter, sort or start. */
  readonly newest: Resource['newest'];
  readonly limit: number;
  readonly start: number;
  readonly known: Position | undefined;
}

/** Returns SQL for the rows of a page and one more, each with the values that it is ordered by. */
function pageOf(
  { domain_id, where, terms, newest, limit, start, ...asked }: PageAsked,
  values: Values,
): string {
  const { select, known } = asked;
  if (known && known.after.length !== terms.length) {
    throw invalidQuery(
      'query.page.cursor',
      'was made by another version of the service; start again without a cursor',
    );
  }
  const columns = terms.map(({ sql }, at) => `(${sql})::text as cursor_${at}`);
  const sent = known?.after.map((value, at) =>
    value === null ? null : values.add(value, terms[at]?.type ?? 'text'),
  );
  const order = `order by ${orderBy(terms)}`;
  const many = limit + 1;
  const found = newest
    ? `from ${newest({ domain: values.add(domain_id, 'text'), before: sent?.[0] ?? undefined, many })} r ${order}`
    : `${where}${sent ? ` and ${after(terms, sent)}` : ''} ${order} limit ${many} offset ${start - 1}`;
  return `select ${[select, ...columns].join(', ')} ${found}`;
}

/** Returns a statement that counts records. A row of the resource may stand for several records. */
export function compileCount(
  resource: Resource,
  filter: ReadFilter,
  { domain_id, now }: Pick<ListRequest, 'domain_id' | 'now'>,
): Statement {
  const values = new Values();
  const context = { values, resolve: keysOf(resource, values), now };
  const counted = resource.weight === undefined ? 'count(*)' : `coalesce(sum(${resource.weight}), 0)`;
  return values.statement(
    `select ${counted} as count from ${resource.relation} r
     where ${compileFilter(resource, domain_id, filter, context)}`,
  );
}

function readPage(given: unknown, decode: (cursor: unknown, place: string) => Position) {
  const page = parseObject(given ?? {}, 'query.page', ['start', 'limit', 'cursor']);
  // In `platform.api.core.v1`, a limit of 0 means all, and a start of 0 means the beginning.
  const limit = parseInteger(page['limit'] ?? 100, 'query.page.limit', 0, MAX_LIMIT) || MAX_LIMIT;
  const start = parseInteger(page['start'] ?? 1, 'query.page.start', 0, Number.MAX_SAFE_INTEGER) || 1;
  const cursor = page['cursor'] ?? undefined;
  if (cursor !== undefined && page['start'] !== undefined && page['start'] !== null) {
    throw invalidQuery('query.page', 'must have either start or cursor');
  }
  if (start + limit > DEEPEST) {
    throw invalidQuery(
      'query.page',
      `is too deep: start + limit must be at most ${DEEPEST}; continue with page.cursor`,
    );
  }
  return { limit, start, known: cursor === undefined ? undefined : decode(cursor, 'query.page.cursor') };
}

function isKeyOf({ record }: Resource, key: string, place: string): boolean {
  if (partsOfKey(key) === undefined) throw invalidQuery(place, MALFORMED_KEY);
  return record.includes(fieldOfKey(key));
}

function readOnly(
  resource: Resource,
  query: Readonly<Record<string, unknown>>,
): readonly string[] | undefined {
  const given = parseOptionalList(query['only'], 'query.only', MAX_ONLY).map((each, at) => {
    const key = parseText(each, `query.only[${at}]`, 512);
    if (isKeyOf(resource, key, `query.only[${at}]`)) return key;
    throw invalidQuery(
      `query.only[${at}]`,
      `names an unknown field ${quoted(key)}; the fields are ${resource.record.join(', ')}`,
    );
  });
  const minimal = parseFlag(query['minimal'], 'query.minimal');
  if (given.length > 0) return given;
  return minimal ? resource.minimal : undefined;
}
