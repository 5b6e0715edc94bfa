import type { ClientBase, Pool, PoolClient } from 'pg';

/**
 * A transaction whose process vanished in its middle must not hold what it locked for hours, until the server notices that
 * the connection leads nowhere.
 */
export const END_WHEN_IDLE = `idle_in_transaction_session_timeout = '30s'`;
export const BEGIN_ATTENDED = `begin; set local ${END_WHEN_IDLE}`;

export interface TransactionOptions<Result> {
  /** Begins it; without it {@link BEGIN_ATTENDED} does. What it throws is rolled back as well. */
  readonly begin?: (client: PoolClient) => Promise<unknown>;
  /** Whether what was done is kept; without it always. */
  readonly keep?: (result: Result) => boolean;
}

/** All of it or nothing, on a connection of the pool. One that cannot even roll back is closed. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  { begin, keep = () => true }: TransactionOptions<T> = {},
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  const rollBack = () => client.query('rollback').catch(() => (broken = true));
  try {
    await (begin ? begin(client) : client.query(BEGIN_ATTENDED));
    const result = await work(client);
    await (keep(result) ? client.query('commit') : rollBack());
    return result;
  } catch (error) {
    await rollBack();
    throw error;
  } finally {
    client.release(broken);
  }
}

/** As {@link inTransaction}, on a connection that somebody has already and keeps. */
export async function inTransactionOf<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    await client.query(BEGIN_ATTENDED);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // What went wrong before it is what is thrown.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
