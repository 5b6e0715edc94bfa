import { Pool, type PoolClient } from 'pg';

declare module 'pg' {
  interface QueryConfig {
    /** Milliseconds after which the driver gives up on the statement. The types of the driver do not have it. */
    readonly query_timeout?: number;
  }
}

/**
 * Accepting, managing and searching have separate pools, so that none of them can starve another. (Management runs through
 * the TypeORM DataSource, which has its own pool.)
 */
export class IngestPool extends Pool {}

export class QueryPool extends Pool {}

/**
 * Prevents named prepared statements, for connections through a pooler in transaction mode: the next statement may run on
 * another server connection, where the prepared statement does not exist.
 */
export function disableNamedStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown;
  client.query = ((statement: unknown, ...rest: unknown[]) =>
    query(
      isNamed(statement) ? { ...statement, name: undefined } : statement,
      ...rest,
    )) as typeof client.query;
}

function isNamed(statement: unknown): statement is { readonly name: string } {
  // Only plain objects. An object that submits itself, like a cursor, cannot be copied.
  return (
    typeof statement === 'object' &&
    statement !== null &&
    Object.hasOwn(statement, 'name') &&
    !('submit' in statement)
  );
}
