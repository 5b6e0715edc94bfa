import type { Pool } from 'pg';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';

interface FoldOptions {
  /** The name of the advisory lock that is held while folding. */
  readonly lockName: string;
  readonly deltaTable: string;
  /** Statements that add the deltas to the counts. */
  readonly statements: readonly string[];
}

// Sequential mode uses one connection to each machine, however many shards it has.
const BEGIN = `
  begin isolation level repeatable read;
  set local citus.multi_shard_modify_mode = 'sequential';
  set local statement_timeout = '60s'`;

/**
 * Folds and removes all deltas of a distributed table in one transaction. It uses repeatable read, so deltas that are
 * written meanwhile are neither summed nor removed. If another transaction removes a delta, this one fails and is
 * repeated later.
 * @returns the number of deltas; 0 also when another process is folding
 */
export function foldOnEachMachine(
  pool: Pool,
  { lockName, deltaTable, statements }: FoldOptions,
): Promise<number> {
  return inTransaction(
    pool,
    async (client) => {
      const { rows } = await client.query<{ mine: boolean }>(
        `select pg_try_advisory_xact_lock(hashtext($1)) as mine`,
        [lockName],
      );
      if (rows[0]?.mine !== true) return 0;
      if ((await client.query(`select from ${deltaTable} limit 1`)).rowCount === 0) return 0;
      for (const statement of statements) await client.query(statement);
      return (await client.query(`delete from ${deltaTable}`)).rowCount ?? 0;
    },
    { begin: (client) => client.query(BEGIN) },
  );
}
