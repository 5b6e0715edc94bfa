import { isObject, parseJson, type Json } from '../kernel/json.js';
import { getElementShape, compileElements, createResolver, parseKey, type Expression } from './expression.js';
import { compileFilter, parseFilter, type ParsedFilter } from './filter.js';
import { abbreviate, invalidQuery } from './invalid-query.js';
import { compileOrderBy, compileOrderTerms, compileFieldTerms } from './order.js';
import {
  MAX_BYTES,
  getShape,
  toJsonbSql,
  getFullOrder,
  orderByColumns,
  type Column,
  type Rows,
  type StageContext,
} from './rows.js';
import { parseInteger, parseList, parseObject } from './parse-fields.js';
import type { Resource } from './resource.js';
import { applyShape } from './shape.js';
import { rejectSecret } from './select-columns.js';
import { parseStage, type Stage } from './stages.js';
import { SqlParameters, type Statement } from './statement.js';

const MEMBERS = ['filter', 'filter_or', 'keyword', 'distinct', 'aggregate', 'page'];
const DISTINCT = 'query.distinct';
const MAX_STAGES = 10;
const MAX_ROWS = 10_000;

/** A statistics query that was read: its filter, and either the key whose distinct values are asked for, or stages. */
export interface ParsedStatistics {
  readonly filter: ParsedFilter;
  readonly distinct?: string;
  readonly stages: readonly Stage[];
  readonly page: { readonly start: number; readonly limit: number } | undefined;
}

export interface StatisticsResult {
  readonly results: readonly Json[];
  /** The number of rows before paging, if `page.start` or `page.limit` is given. */
  readonly total_count?: number;
}

export interface CompiledStatistics {
  readonly statement: Statement;
  /** @throws ERROR_INVALID_QUERY for more rows than an answer may have */
  readonly decode: (rows: readonly object[]) => StatisticsResult;
}

/**
 * @param input a `platform.api.core.v1.StatisticsQuery` as the caller sent it
 * @throws ERROR_INVALID_QUERY naming the place, like `query.aggregate[0].group.fields[1].operator`
 */
export function parseStatistics(input: unknown): ParsedStatistics {
  const query = parseObject(input, 'query', MEMBERS);
  const distinct = query['distinct'] ?? undefined;
  const aggregate = query['aggregate'] ?? undefined;
  if ((distinct === undefined) === (aggregate === undefined)) {
    throw invalidQuery('query', 'must have either distinct or aggregate');
  }
  const filter = parseFilter(query);
  const page = parsePage(query['page']);
  if (distinct !== undefined) return { filter, distinct: parseKey(distinct, DISTINCT), stages: [], page };
  const stages = parseList(aggregate, 'query.aggregate', MAX_STAGES).map((each, at) =>
    parseStage(each, `query.aggregate[${at}]`),
  );
  return { filter, stages, page };
}

/**
 * Compiles a statistics query to SQL.
 * @throws ERROR_INVALID_QUERY as {@link parseStatistics}
 */
export function compileStatistics(
  resource: Resource,
  { filter, distinct, stages, page }: ParsedStatistics,
  { domain_id, now }: { readonly domain_id: string; readonly now: Date },
): CompiledStatistics {
  const values = new SqlParameters();
  let names = 0;
  const context: StageContext = { values, now, newName: () => `c${(names += 1)}` };
  const base = startPipeline(resource, domain_id, filter, context);
  const isDistinct = distinct !== undefined;
  const rows = isDistinct
    ? compileDistinct(base, distinct, context)
    : stages.reduce((pipeline: Rows, { apply }) => apply(pipeline, context), base);
  if (rows.weight !== undefined) throw invalidQuery('query.aggregate', 'can only count here');
  const columns = rows.columns ?? getDefaultColumns(resource, rows);
  const row = `jsonb_build_array(${columns.map(({ value }) => toJsonbSql(value)).join(', ')})::text as answer`;
  const order = compileOrderBy(getFullOrder(rows));
  const from = `from ${rows.relation} r where ${rows.where}`;
  const statement = values.statement(
    page === undefined
      ? limitBytes(`select ${row} ${from} order by ${order} limit ${MAX_ROWS + 1}`)
      : `with found as materialized (select r.* ${from})
         select total.count, page.row, page.is_over from (select count(*) as count from found) total
         left join (${limitBytes(
           `select ${row}, row_number() over (order by ${order}) as place from found r
            order by ${order} limit ${page.limit} offset ${page.start - 1}`,
           'place',
         )}) page on true order by page.place`,
  );
  return {
    statement,
    decode: (found) => decode(found as StatisticsRow[], columns, isDistinct, page !== undefined),
  };
}

/**
 * Limits the rows to {@link MAX_BYTES} together. The row that exceeds the limit is returned without its value, marked
 * `is_over`.
 */
function limitBytes(rows: string, ...extraColumns: readonly string[]): string {
  const more = extraColumns.map((each) => `, ${each}`).join('');
  return `select case when bytes <= ${MAX_BYTES} then answer end as row, bytes > ${MAX_BYTES} as is_over${more}
    from (
      select answer, sum(octet_length(answer)) over (rows unbounded preceding) as bytes${more} from (${rows}) f
    ) f where bytes - octet_length(answer) <= ${MAX_BYTES}`;
}

interface StatisticsRow {
  readonly row: string | null;
  readonly is_over: boolean | null;
  readonly count?: string;
}

function decode(
  found: readonly StatisticsRow[],
  columns: readonly Column[],
  isDistinct: boolean,
  isPaged: boolean,
): StatisticsResult {
  if (found.length > MAX_ROWS) {
    throw invalidQuery('query', `has more than ${MAX_ROWS} result rows; narrow it, or end with a limit`);
  }
  if (found.some((each) => each.is_over === true)) {
    throw invalidQuery('query', 'has an answer over 8 MiB; narrow it, name fewer fields, or set page.limit');
  }
  const results = found.flatMap(({ row }): Json[] => {
    if (row === null) return [];
    const cells = parseJson(row) as readonly Json[];
    const values = columns.map(
      ({ name, value }, at) => [name, applyShape(cells[at], getShape(value))] as const,
    );
    return isDistinct ? values.map(([, value]) => value) : [Object.fromEntries(values)];
  });
  return isPaged ? { results, total_count: Number(found[0]?.count ?? 0) } : { results };
}

function startPipeline(
  resource: Resource,
  domainId: string,
  filter: ParsedFilter,
  { values, now }: StageContext,
): Rows {
  const resolve = createResolver(resource, values);
  const where = compileFilter(resource, domainId, filter, { values, now, resolve });
  const id = compileFieldTerms(resolve(resource.id, resource.id), false, resource.id);
  return {
    relation: resource.relation,
    where,
    resolve,
    order: compileOrderTerms(resource.order, resolve),
    tieBreaker: resource.weight === undefined ? id : [],
    ...(resource.weight === undefined ? {} : { weight: resource.weight }),
  };
}

/** Returns the distinct values of a key, in order. Absent values are left out. */
function compileDistinct(rows: Rows, key: string, context: StageContext): Rows {
  const field = rejectSecret(rows.resolve(key, DISTINCT), DISTINCT);
  if (
    field.type === 'json' &&
    (field.closed || field.labels || field.objects || field.shape?.type === 'object')
  )
    throw invalidQuery(
      DISTINCT,
      `${abbreviate(key)} is an object; name one of its fields: ${abbreviate(key)}.…`,
    );
  const alias = context.newName();
  const isJson = field.type === 'json';
  const sql = isJson ? 'e.value' : field.sql;
  const from = isJson ? `r cross join lateral jsonb_array_elements(${compileElements(field)}) e` : 'r';
  const isScalar = isJson ? `jsonb_typeof(${sql}) not in ('object', 'array', 'null')` : `${sql} is not null`;
  const value: Expression = {
    ...(field.type === 'date' ? { type: field.type } : field),
    ...(isJson ? { shape: getElementShape(field), jsonPath: undefined } : {}),
    sql: `r.${alias}`,
    required: false,
  };
  const columns: Column[] = [{ name: 'value', value }];
  return {
    relation: `(select distinct ${sql} as ${alias} from ${rows.relation} ${from}
      where ${rows.where} and ${isScalar})`,
    where: 'true',
    resolve: rows.resolve,
    order: orderByColumns(columns),
    tieBreaker: [],
    columns,
  };
}

/** Returns the columns of records if no stage has named any. */
function getDefaultColumns(resource: Resource, { resolve }: Rows): Column[] {
  return resource.minimal.flatMap((name) => {
    const value = resolve(name, name);
    return value.type === 'secret' ? [] : [{ name, value }];
  });
}

function parsePage(input: unknown): ParsedStatistics['page'] {
  if (input === undefined || input === null) return undefined;
  if (isObject(input) && input['cursor'] !== undefined) {
    throw invalidQuery('query.page.cursor', 'is for lists; a stat takes start and limit');
  }
  const page = parseObject(input, 'query.page', ['start', 'limit']);
  // As in a list, 0 means all, and the beginning.
  const start = parseInteger(page['start'] ?? 1, 'query.page.start', 0, 100_000) || 1;
  const limit = page['limit'] ?? undefined;
  if (limit === undefined && page['start'] === undefined) return undefined;
  return { start, limit: parseInteger(limit ?? 100, 'query.page.limit', 0, 1000) || MAX_ROWS };
}
