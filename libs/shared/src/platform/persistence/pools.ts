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

export abstract class QueryLimits {
  /** Milliseconds that a statement may run. */
  abstract readonly timeoutMs: number;
  /** Milliseconds that an exact count may take before the planner's estimate is returned instead. */
  abstract readonly countTimeoutMs: number;
  /** Milliseconds that a list may wait for a connection that others use. */
  abstract readonly waitTimeoutMs: number;
  /** The connections of the pool, which domains share. */
  abstract readonly connections: number;
}
