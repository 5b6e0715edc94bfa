import type { Pool } from 'pg';

interface Fold {
  /** Of the lock that whoever folds holds. */
  readonly turn: string;
  readonly deltas: string;
  /** Statements that add what there is of deltas to something. */
  readonly add: readonly string[];
}

/**
 * Folds all deltas of a distributed table and removes them, in one transaction. Its snapshots do not move, so that what
 * is written while it sums is neither summed nor removed; should somebody else remove something, it fails and is done
 * again later. Returns how many; 0 also when another process is at it.
 */
export async function foldOnEachMachine(pool: Pool, { turn, deltas, add }: Fold): Promise<number> {
  const client = await pool.connect();
  let broken = false;
  try {
    // One connection to each machine, however many shards it has.
    await client.query(`
      begin isolation level repeatable read;
      set local citus.multi_shard_modify_mode = 'sequential';
      set local statement_timeout = '60s'`);
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext($1)) as mine`,
      [turn],
    );
    const isNeeded = rows[0]?.mine && (await client.query(`select from ${deltas} limit 1`)).rowCount !== 0;
    for (const statement of isNeeded ? add : []) await client.query(statement);
    const removed = isNeeded ? await client.query(`delete from ${deltas}`) : { rowCount: 0 };
    await client.query('commit');
    return removed.rowCount ?? 0;
  } catch (error) {
    await client.query('rollback').catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
}
