import { compileCondition } from './condition.js';
import { createResolver, type KeyResolver } from './expression.js';
import { compileDomain, compileFilter, compileTerms, parseFilter, type ParsedFilter } from './filter.js';
import { parseObject } from './parse-fields.js';
import type { Resource } from './resource.js';
import { SqlParameters, type Statement } from './statement.js';

/** The members of a query that filter. Pages and orders belong to lists. */
const MEMBERS = ['filter', 'filter_or', 'keyword'];

/** Reads a query that only filters. @throws ERROR_INVALID_QUERY naming the place */
export const parseMatchQuery = (query: unknown): ParsedFilter =>
  parseFilter(parseObject(query ?? {}, 'query', MEMBERS));

export interface MatchRequest {
  readonly domain_id: string;
  /** The query as the caller sent it. */
  readonly query: unknown;
  readonly now: Date;
  /** The uuids of the records. */
  readonly ids: readonly string[];
}

/**
 * Returns a statement that selects which of the records match a query, as in a list.
 * @throws ERROR_INVALID_QUERY naming the place
 */
export function compileMatch(resource: Resource, { domain_id, query, now, ids }: MatchRequest): Statement {
  const filter = parseMatchQuery(query);
  const values = new SqlParameters();
  const where = compileFilter(resource, domain_id, filter, {
    values,
    resolve: createResolver(resource, values),
    now,
  });
  const id = resource.fields[resource.id]?.sql;
  return values.statement(
    `select ${id} as id from ${resource.relation} r where ${id} = any (${values.add(ids, 'uuid[]')}) and ${where}`,
  );
}

export interface FindRequest extends Omit<MatchRequest, 'ids'> {
  /** The columns to select of each record. */
  readonly columns: readonly string[];
  readonly limit: number;
}

/**
 * Returns a statement that selects all records that match a query, but at most `limit` + 1, each with the total number.
 * @throws as {@link compileMatch}
 */
export function compileFind(
  resource: Resource,
  { domain_id, query, now, columns, limit }: FindRequest,
): Statement {
  const filter = parseMatchQuery(query);
  const values = new SqlParameters();
  const context = { values, resolve: createResolver(resource, values), now };
  const where = compileFilter(resource, domain_id, filter, context);
  const selected = columns.map((name) => `r.${name}`).join(', ');
  return values.statement(
    `select ${selected}, count(*) over () as total from ${resource.relation} r where ${where} limit ${limit + 1}`,
  );
}

export interface MatchEachRequest {
  readonly domain_id: string;
  /** The queries as the callers sent them. */
  readonly queries: readonly unknown[];
  readonly now: Date;
  /** Returns SQL for the rows to match, built from values. Each row has its position in the column `place`. */
  readonly relation: (values: SqlParameters) => string;
}

/**
 * Returns a statement that matches several queries in one pass over the rows. Its result is one row with a column for each
 * query, named by its number: the places of the rows that match, or null if there are none.
 * @throws as {@link compileMatch}
 */
export function compileMatchEach(
  resource: Resource,
  { domain_id, queries, now, relation }: MatchEachRequest,
): Statement {
  const values = new SqlParameters();
  const columns = queries.map((query, at) => {
    const filter = parseMatchQuery(query);
    const context = { values, resolve: createResolver(resource, values), now };
    const terms = compileTerms(resource, filter, context);
    return `array_agg(r.place) filter (where ${terms.length === 0 ? 'true' : terms.join(' and ')}) as "${at}"`;
  });
  const ofDomain = compileDomain(domain_id, values);
  return values.statement(`select ${columns.join(', ')} from ${relation(values)} r where ${ofDomain}`);
}

/**
 * Returns a statement that fails if a regular expression of the query is malformed, which only the database can tell. It
 * checks a query that will be run later.
 */
export function compilePatternCheck(query: unknown, now: Date): Statement | undefined {
  const { all, any } = parseMatchQuery(query);
  const values = new SqlParameters();
  const resolve: KeyResolver = () => ({ type: 'text', sql: `''::text`, required: true });
  const conditions = [...all, ...any]
    .filter(({ operator }) => operator === 'regex' || operator === 'regex_in')
    .map((condition) => compileCondition(condition, { values, resolve, now }));
  return conditions.length === 0 ? undefined : values.statement(`select ${conditions.join(', ')}`);
}
