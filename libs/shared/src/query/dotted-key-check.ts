import { isObject } from '../kernel/json.js';
import { formatKeyPath } from '../kernel/key-path.js';
import { compilePathExists, createResolver } from './expression.js';
import { compileFilter, type ParsedFilter } from './filter.js';
import { invalidQuery } from './invalid-query.js';
import { compileOrderBy, compileOrderTerms } from './order.js';
import type { Condition } from './parse-condition.js';
import type { Resource } from './resource.js';
import { SqlParameters, type NamedPath, type Statement } from './statement.js';
import type { StatisticsResult } from './statistics.js';

/** The number of records that are searched, in the default order. */
const MAX_RECORDS = 200;
const MAX_PATHS = 10;

export interface DottedKeyCheck {
  /** Selects one row that says which paths exist. */
  readonly statement: Statement;
  /** @throws ERROR_INVALID_QUERY for a path that does not exist, if a key with dots that it may mean does */
  readonly refuse: (row: Readonly<Record<string, unknown>>) => void;
}

/** Returns whether a stat found nothing, only nulls in one of its columns, or something in each. */
export function judgeResult({ results, total_count = 0 }: StatisticsResult): 'nothing' | 'nulls' | 'values' {
  const [first, ...more] = results;
  // Rows that are not on this page were found too.
  if (first === undefined) return total_count > 0 ? 'values' : 'nothing';
  if (!isObject(first)) return 'values';
  const isNothing = (value: unknown) =>
    value === null || value === 0 || (Array.isArray(value) && value.length === 0);
  if (more.length === 0 && Object.values(first).every(isNothing)) return 'nothing';
  const hasNulls = Object.keys(first).some((name) =>
    results.every((row) => isObject(row) && row[name] === null),
  );
  return hasNulls ? 'nulls' : 'values';
}

/** A query that found nothing, or nothing at the end of a path. */
export interface FruitlessQuery {
  readonly domain_id: string;
  readonly filter: ParsedFilter;
  readonly now: Date;
  readonly paths: readonly NamedPath[];
  /** Whether records met the filter. Its paths are then written as meant. */
  readonly hasMatches: boolean;
}

/**
 * Finds out whether a path that matched nothing was meant as a key with dots: `additional_info.service.name` where the
 * records have `{"service.name": …}`. Returns `undefined` if no path can be meant so. Only records that meet the rest of the
 * filter tell: those of another webhook may be written in another way.
 */
export function compileDottedKeyCheck(
  resource: Resource,
  { domain_id, filter, now, paths, hasMatches }: FruitlessQuery,
): DottedKeyCheck | undefined {
  const values = new SqlParameters();
  const filterPlaces = new Set([...filter.all, ...filter.any].map(({ keyPlace }) => keyPlace));
  const suspects = paths.filter(
    ({ inside, place }) => inside.length > 1 && !(hasMatches && filterPlaces.has(place)),
  );
  const checks = suspects.slice(0, MAX_PATHS).map((path, at) => ({
    path,
    column: `c${at}`,
    readings: listInterpretations(path.inside).map((inside, index) => ({
      inside,
      alias: `f${at}_${index}`,
    })),
  }));
  if (checks.length === 0) return undefined;
  const tests = checks.flatMap(({ column, readings }) =>
    readings.map(
      ({ inside, alias }) =>
        `coalesce(bool_or(${compilePathExists(`r.${column}`, inside, values)}), false) as ${alias}`,
    ),
  );
  const resolve = createResolver(resource, values);
  const rest = omitConditions(filter, new Set(suspects.map(({ place }) => place)));
  const statement = values.statement(
    `select ${tests.join(', ')} from (
       select ${checks.map(({ path, column }) => `${path.sql} as ${column}`).join(', ')}
       from ${resource.relation} r where ${compileFilter(resource, domain_id, rest, { values, resolve, now })}
       order by ${compileOrderBy(compileOrderTerms(resource.order, resolve))} limit ${MAX_RECORDS}
     ) r`,
  );
  const refuse = (row: Readonly<Record<string, unknown>>) => {
    for (const { path, readings } of checks) {
      const [asWritten, ...alternatives] = readings;
      if (asWritten === undefined || row[asWritten.alias] === true) continue;
      const intended = alternatives.find(({ alias }) => row[alias] === true);
      if (intended) {
        throw invalidQuery(
          path.place,
          `finds nothing: the records have a key with dots there, which is written ${formatKeyPath([path.root, ...intended.inside])}`,
        );
      }
    }
  };
  return { statement, refuse };
}

/** Returns a filter without the conditions on some keys. An alternative that is left out could be met by every record. */
function omitConditions(filter: ParsedFilter, keyPlaces: ReadonlySet<string>): ParsedFilter {
  const isKept = ({ keyPlace }: Condition) => !keyPlaces.has(keyPlace);
  return {
    ...filter,
    all: filter.all.filter(isKept),
    any: filter.any.every(isKept) ? filter.any : [],
  };
}

/** Returns a path and all others that it may mean if some of its dots belong to keys. */
function listInterpretations([first = '', ...rest]: readonly string[]): readonly (readonly string[])[] {
  let readings: readonly (readonly string[])[] = [[first]];
  for (const part of rest) {
    readings = [
      ...readings.map((path) => [...path, part]),
      ...readings.map((path) => [...path.slice(0, -1), `${path.at(-1) ?? ''}.${part}`]),
    ];
  }
  return readings;
}
