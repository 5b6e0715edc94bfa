import { compileCondition } from './condition.js';
import { keysOf, type Resolve } from './expression.js';
import { compileFilter, readFilter } from './filter.js';
import { parseObject } from './parse-fields.js';
import type { Resource } from './resource.js';
import { Values, type Statement } from './statement.js';

/** Of a query, what narrows: pages and orders are of lists. */
const MEMBERS = ['filter', 'filter_or', 'keyword'];

export interface MatchRequest {
  readonly domain_id: string;
  /** As it was sent. */
  readonly query: unknown;
  readonly now: Date;
  /** uuids */
  readonly ids: readonly string[];
}

/**
 * Which of some records a query finds, as a list of it would.
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
  /** What is wanted of each. */
  readonly columns: readonly string[];
  readonly most: number;
}

/**
 * All that a query finds, at most `most` and one, each with the number of all.
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
  /** As they were sent. */
  readonly queries: readonly unknown[];
  readonly now: Date;
  /** Of the rows that are asked for, made from values. Each has its number as `place`. */
  readonly relation: (values: Values) => string;
}

/**
 * What each of several queries finds, in one row: by the number of the query the places of the rows, null where it finds
 * none. The rows are read once.
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

/** What only the database knows of a query that will be run later: whether its regular expressions are some. */
export function compilePatterns(query: unknown, now: Date): Statement | undefined {
  const { all, any } = readFilter(parseObject(query ?? {}, 'query', MEMBERS));
  const values = new Values();
  const resolve: Resolve = () => ({ type: 'text', sql: `''::text`, required: true });
  const tried = [...all, ...any]
    .filter(({ operator }) => operator === 'regex' || operator === 'regex_in')
    .map((condition) => compileCondition(condition, { values, resolve, now }));
  return tried.length === 0 ? undefined : values.statement(`select ${tried.join(', ')}`);
}
