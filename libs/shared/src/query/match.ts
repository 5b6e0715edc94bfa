import { compileCondition } from './condition.js';
import { keysOf, type Resolve } from './expression.js';
import { compileFilter, readFilter } from './filter.js';
import { parseObject } from './parse-fields.js';
import type { Resource } from './resource.js';
import { Values, type Statement } from './statement.js';

/** The members of a query that filter. Pages and orders belong to lists. */
const MEMBERS = ['filter', 'filter_or', 'keyword'];

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
  const filter = readFilter(parseObject(query ?? {}, 'query', MEMBERS));
  const values = new Values();
  const where = compileFilter(resource, domain_id, filter, {
    values,
    resolve: keysOf(resource, values),
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
  readonly most: number;
}

/**
 * Returns a statement that selects all records that match a query, but at most `most` + 1, each with the total number.
 * @throws as {@link compileMatch}
 */
export function compileFind(
  resource: Resource,
  { domain_id, query, now, columns, most }: FindRequest,
): Statement {
  const filter = readFilter(parseObject(query ?? {}, 'query', MEMBERS));
  const values = new Values();
  const context = { values, resolve: keysOf(resource, values), now };
  const where = compileFilter(resource, domain_id, filter, context);
  const selected = columns.map((name) => `r.${name}`).join(', ');
  return values.statement(
    `select ${selected}, count(*) over () as total from ${resource.relation} r where ${where} limit ${most + 1}`,
  );
}

export interface EachRequest {
  readonly domain_id: string;
  /** The queries as the callers sent them. */
  readonly queries: readonly unknown[];
  readonly now: Date;
  /** Returns SQL for the rows to match, built from values. Each row has its position in the column `place`. */
  readonly relation: (values: Values) => string;
}

/**
 * Returns a statement that matches several queries in one pass over the rows. Its result is one row with a column for each
 * query, named by its number: the places of the rows that match, or null if there are none.
 * @throws as {@link compileMatch}
 */
export function compileEach(
  resource: Resource,
  { domain_id, queries, now, relation }: EachRequest,
): Statement {
  const values = new Values();
  const columns = queries.map((query, at) => {
    const filter = readFilter(parseObject(query ?? {}, 'query', MEMBERS));
    const context = { values, resolve: keysOf(resource, values), now };
    const where = compileFilter(resource, domain_id, filter, context);
    return `array_agg(r.place) filter (where ${where}) as "${at}"`;
  });
  return values.statement(`select ${columns.join(', ')} from ${relation(values)} r`);
}

/**
 * Returns a statement that fails if a regular expression of the query is malformed, which only the database can tell. It
 * checks a query that will be run later.
 */
export function compilePatterns(query: unknown, now: Date): Statement | undefined {
  const { all, any } = readFilter(parseObject(query ?? {}, 'query', MEMBERS));
  const values = new Values();
  const resolve: Resolve = () => ({ type: 'text', sql: `''::text`, required: true });
  const tried = [...all, ...any]
    .filter(({ operator }) => operator === 'regex' || operator === 'regex_in')
    .map((condition) => compileCondition(condition, { values, resolve, now }));
  return tried.length === 0 ? undefined : values.statement(`select ${tried.join(', ')}`);
}
