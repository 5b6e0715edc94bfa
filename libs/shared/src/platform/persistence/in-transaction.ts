import type { ClientBase, Pool, PoolClient } from 'pg';

/**
 * A transaction whose process vanished in its middle must not hold what it locked for hours, until the server notices that
 * the connection leads nowhere.
 */
export const END_WHEN_IDLE = `idle_in_transaction_session_timeout = '30s'`;
export const BEGIN_ATTENDED = `begin; set local ${END_WHEN_IDLE}`;

/** All of it or nothing, on a connection of the pool. One that cannot even roll back is closed. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await inTransactionOf(
      client,
      () => work(client),
      () => (broken = true),
    );
  } finally {
    client.release(broken);
  }
}

/**
 * As {@link inTransaction}, on a connection that somebody has already and keeps.
 * @param onBroken told when it cannot roll back; what went wrong before it is what is thrown
 */
export async function inTransactionOf<T>(
  client: ClientBase,
  work: () => Promise<T>,
  onBroken: () => void = () => undefined,
): Promise<T> {
  try {
    await client.query(BEGIN_ATTENDED);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(onBroken);
    throw error;
  }
}
