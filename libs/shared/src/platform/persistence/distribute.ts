import type { Client } from 'pg';
import { getErrorMessage } from '../../kernel/error-message.js';
import { inClientTransaction } from './in-transaction.js';

/** Distributed by domain. The column is `domain_id`, and every key of the table must include it. */
interface DistributedPlacement {
  /** The primary key of the distributed table, if it differs from that on a single server. */
  readonly primaryKey?: readonly string[];
  /** Set if the table has no column `domain_id` on a single server. */
  readonly addsDomain?: true;
}

export type Placement = DistributedPlacement | 'everywhere' | 'coordinator';
/** The placement of each table. Other tables stay on the coordinator. */
export type Placements = Readonly<Record<string, Placement>>;

/**
 * Distributes the tables over the machines of a Citus cluster. It runs after every migration, and leaves tables that are
 * already placed. Nothing else may use the tables meanwhile.
 */
export async function distribute(client: Client, placements: Placements): Promise<string[]> {
  // Tables on the coordinator are small. A join sends them to the other machines, never the other way round.
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  await client.query(`alter database ${rows[0]?.name} set citus.local_table_join_policy = 'prefer-local'`);
  const placed = await findDistributedTables(client);
  const distributed: string[] = [];
  let firstTable: string | undefined;
  for (const [table, placement] of Object.entries(placements)) {
    if (placement === 'coordinator') continue;
    if (!placed.has(table)) {
      await inClientTransaction(client, async () => {
        await (placement === 'everywhere'
          ? replicateTable(client, table)
          : distributeTable(client, table, placement, firstTable));
      });
      distributed.push(table);
    }
    if (placement !== 'everywhere') firstTable ??= table;
  }
  await distributeFunctions(client);
  return distributed;
}

/**
 * Creates the extension before the first migration, so that what later migrations create exists on every machine.
 * @throws if the database has no Citus
 */
export async function requireCitus(client: Client): Promise<void> {
  try {
    await client.query('create extension if not exists citus');
  } catch (error) {
    const reason = getErrorMessage(error);
    throw new Error(
      `--distribute citus needs the extension citus in this database (${reason}). The administrator adds it to ` +
        'shared_preload_libraries, runs `create extension citus` in this database on every node and makes the nodes ' +
        'known with citus_set_coordinator_host and citus_add_node; then migrate again.',
      { cause: error },
    );
  }
}

async function findDistributedTables(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where partmethod in ('h', 'n')`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function replicateTable(client: Client, table: string): Promise<void> {
  await client.query(`select create_reference_table($1)`, [table]);
}

async function distributeTable(
  client: Client,
  table: string,
  { primaryKey, addsDomain }: DistributedPlacement,
  colocatedWith: string | undefined,
): Promise<void> {
  await dropTriggers(client, table);
  if (addsDomain) {
    await client.query(`alter table ${table} add column if not exists domain_id text not null default ''`);
  }
  if (primaryKey) {
    await client.query(
      `alter table ${table} drop constraint ${table}_pkey, add primary key (${primaryKey.join(', ')})`,
    );
  }
  // A table without a primary key needs a replica identity, or deletions could not be replicated while a shard moves to
  // another machine.
  if (!(await hasPrimaryKey(client, table))) await client.query(`alter table ${table} replica identity full`);
  await client.query(`select create_distributed_table($1, 'domain_id', colocate_with => $2)`, [
    table,
    colocatedWith ?? 'none',
  ]);
  // The existing rows have been copied. Their originals on the coordinator would stay there unseen.
  await client.query(`select truncate_local_data_after_distributing_table($1)`, [table]);
}

async function hasPrimaryKey(client: Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_constraint where conrelid = to_regclass($1) and contype = 'p'`,
    [table],
  );
  return rowCount !== 0;
}

/** Drops the triggers, which a distributed table cannot have. The code that writes to it does their work. */
async function dropTriggers(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tgname) as name from pg_trigger where tgrelid = to_regclass($1) and not tgisinternal`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop trigger ${name} on ${table}`);
}

/** Copies our functions to all machines. Those created before Citus exist only on the coordinator. */
async function distributeFunctions(client: Client): Promise<void> {
  await client.query(`
    select create_distributed_function(oid::regprocedure) from pg_proc
    where proname like 'tocsin\\_%' and prorettype <> 'trigger'::regtype
      and not exists (select from pg_dist_object where classid = 'pg_proc'::regclass and objid = pg_proc.oid)`);
}
