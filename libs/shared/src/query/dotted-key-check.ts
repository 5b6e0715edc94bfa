import { formatKeyPath } from '../kernel/key-path.js';
import { compilePathExists, createResolver } from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { compileOrderBy, compileOrderTerms } from './order.js';
import type { Resource } from './resource.js';
import { SqlParameters, type NamedPath, type Statement } from './statement.js';

/** The number of records that are searched, in the default order. */
const MAX_RECORDS = 200;
const MAX_PATHS = 10;

export interface DottedKeyCheck {
  /** Selects one row that says which paths exist. */
  readonly statement: Statement;
  /** @throws ERROR_INVALID_QUERY for a path that does not exist, if a key with dots that it may mean does */
  readonly refuse: (row: Readonly<Record<string, unknown>>) => void;
}

/**
 * Finds out whether a path that matched nothing was meant as a key with dots: `additional_info.service.name` where the
 * records have `{"service.name": …}`. Returns `undefined` if no path can be meant so.
 */
export function compileDottedKeyCheck(
  resource: Resource,
  domainId: string,
  paths: readonly NamedPath[],
): DottedKeyCheck | undefined {
  const values = new SqlParameters();
  const checks = paths
    .filter(({ inside }) => inside.length > 1)
    .slice(0, MAX_PATHS)
    .map((path, at) => ({
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
  const statement = values.statement(
    `select ${tests.join(', ')} from (
       select ${checks.map(({ path, column }) => `${path.sql} as ${column}`).join(', ')}
       from ${resource.relation} r where r.domain_id = ${values.add(domainId, 'text')}
       order by ${compileOrderBy(compileOrderTerms(resource.order, createResolver(resource, values)))} limit ${MAX_RECORDS}
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
