import type { ClientBase, Pool, PoolClient } from 'pg';

/**
 * Ends a transaction whose process has vanished. Otherwise it would hold its locks for hours, until the server notices that
 * the connection is dead.
 */
export const IDLE_TIMEOUT_SETTING = `idle_in_transaction_session_timeout = '30s'`;
export const BEGIN_WITH_IDLE_TIMEOUT = `begin; set local ${IDLE_TIMEOUT_SETTING}`;

export interface TransactionOptions<Result> {
  /** Begins the transaction; by default {@link BEGIN_WITH_IDLE_TIMEOUT} does. If it throws, the transaction is rolled back too. */
  readonly begin?: (client: PoolClient) => Promise<unknown>;
  /** Whether to commit; by default always. */
  readonly shouldCommit?: (result: Result) => boolean;
}

/** Runs work in a transaction on a connection of the pool. A connection that cannot even roll back is closed. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  { begin, shouldCommit = () => true }: TransactionOptions<T> = {},
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  const rollBack = () => client.query('rollback').catch(() => (isBroken = true));
  try {
    await (begin ? begin(client) : client.query(BEGIN_WITH_IDLE_TIMEOUT));
    const result = await work(client);
    await (shouldCommit(result) ? client.query('commit') : rollBack());
    return result;
  } catch (error) {
    await rollBack();
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** As {@link inTransaction}, on a connection that the caller has and keeps. */
export async function inClientTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    await client.query(BEGIN_WITH_IDLE_TIMEOUT);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // The first error is thrown, not that of the rollback.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Runs statements in the transaction of the caller. Drivers and TypeORM return different results. */
export interface SqlRunner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}
