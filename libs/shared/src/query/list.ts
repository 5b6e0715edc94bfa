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
  /** The request's plain fields. */
  readonly plain?: PlainFilter;
  /** A `platform.api.core.v1.Query` as it was sent, not checked yet. */
  readonly query: unknown;
  readonly now: Date;
  /** What is selected, over the alias `r`, for these top-level fields of the record. */
  readonly select: (fields: ReadonlySet<string>) => string;
}

export interface CompiledList {
  /** As it was read, for another {@link compileCount}. */
  readonly filter: ReadFilter;
  /** One row more than the page has, if there is one; `undefined` where only the count is asked for. */
  readonly page: Statement | undefined;
  readonly count: Statement;
  /** As `count`, to be explained. */
  readonly explain: Statement;
  readonly limit: number;
  readonly offset: number;
  /** From the cursor. */
  readonly known: Position | undefined;
  /** The keys to return; `undefined` for all. */
  readonly only: readonly string[] | undefined;
  /** The list that each row has one element of; the last column of a page is the element. */
  readonly unwound: Unwound | undefined;
  /** The cursor of the page after a row. */
  readonly cursorAfter: (row: Readonly<Record<string, unknown>>, total: number, estimated: boolean) => string;
}

/**
 * A list in SQL.
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

/** What a cursor belongs to. */
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
  /** Where nothing else is asked of the records. */
  readonly newest: Resource['newest'];
  readonly limit: number;
  readonly start: number;
  readonly known: Position | undefined;
}

/** The rows of a page and one more, each with what it is ordered by. */
function pageOf(
  { domain_id, where, terms, newest, limit, start, ...asked }: PageAsked,
  values: Values,
): string {
  const { select, known } = asked;
  if (known && known.after.length !== terms.length) {
    throw invalidQuery('query.page.cursor', 'must be a next_cursor of this version; begin anew');
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

/** How many there are, of a resource whose rows may stand for several. */
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
  // The origin writes 0 for all, and for the beginning.
  const limit = parseInteger(page['limit'] ?? 100, 'query.page.limit', 0, MAX_LIMIT) || MAX_LIMIT;
  const start = parseInteger(page['start'] ?? 1, 'query.page.start', 0, Number.MAX_SAFE_INTEGER) || 1;
  const cursor = page['cursor'] ?? undefined;
  if (cursor !== undefined && page['start'] !== undefined && page['start'] !== null) {
    throw invalidQuery('query.page', 'has either start or cursor');
  }
  if (start + limit > DEEPEST) {
    throw invalidQuery(
      'query.page',
      `is too deep: start + limit must be at most ${DEEPEST}; go on by cursor`,
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
