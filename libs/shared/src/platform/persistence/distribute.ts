import type { Client } from 'pg';
import { reasonOf } from '../../kernel/message-of.js';
import { inTransactionOf } from './in-transaction.js';

/** By domain. The column is `domain_id`, and every key of the table must have it. */
interface ByDomain {
  /** In place of the one it has elsewhere. */
  readonly primaryKey?: readonly string[];
  /** Elsewhere the table has no domain. */
  readonly addsDomain?: true;
}

export type Placement = ByDomain | 'everywhere' | 'coordinator';
/** By table. What is not named stays on the coordinator. */
export type Placements = Readonly<Record<string, Placement>>;

/**
 * Spreads the tables over the machines of a Citus cluster. What is where it belongs already stays as it is, so it is
 * done after every migration. Nothing else may use the tables meanwhile.
 */
export async function distribute(client: Client, placements: Placements): Promise<string[]> {
  // What stays on the coordinator is small: it goes to the others, never the other way round.
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  await client.query(`alter database ${rows[0]?.name} set citus.local_table_join_policy = 'prefer-local'`);
  const placed = await placedTables(client);
  const done: string[] = [];
  let first: string | undefined;
  for (const [table, placement] of Object.entries(placements)) {
    if (placement === 'coordinator') continue;
    if (!placed.has(table)) {
      await inTransactionOf(client, async () => {
        await (placement === 'everywhere'
          ? replicate(client, table)
          : spread(client, table, placement, first));
      });
      done.push(table);
    }
    if (placement !== 'everywhere') first ??= table;
  }
  await shareFunctions(client);
  return done;
}

/**
 * Before anything is migrated, so that what later migrations make is made on every machine.
 * @throws when the database has no Citus
 */
export async function requireCitus(client: Client): Promise<void> {
  try {
    await client.query('create extension if not exists citus');
  } catch (error) {
    const reason = reasonOf(error);
    throw new Error(
      `--distribute citus needs the extension citus in this database (${reason}). The administrator adds it to ` +
        'shared_preload_libraries, runs `create extension citus` in this database on every node and makes the nodes ' +
        'known with citus_set_coordinator_host and citus_add_node; then migrate again.',
      { cause: error },
    );
  }
}

async function placedTables(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where partmethod in ('h', 'n')`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function replicate(client: Client, table: string): Promise<void> {
  await client.query(`select create_reference_table($1)`, [table]);
}

async function spread(
  client: Client,
  table: string,
  { primaryKey, addsDomain }: ByDomain,
  beside: string | undefined,
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
  // Without it what is deleted cannot be followed while a shard moves to another machine.
  if (!(await hasPrimaryKey(client, table))) await client.query(`alter table ${table} replica identity full`);
  await client.query(`select create_distributed_table($1, 'domain_id', colocate_with => $2)`, [
    table,
    beside ?? 'none',
  ]);
  // What was there has been copied, and would stay on the coordinator unseen.
  await client.query(`select truncate_local_data_after_distributing_table($1)`, [table]);
}

async function hasPrimaryKey(client: Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_constraint where conrelid = to_regclass($1) and contype = 'p'`,
    [table],
  );
  return rowCount !== 0;
}

/** A distributed table can have none; what they do is done by who writes. */
async function dropTriggers(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tgname) as name from pg_trigger where tgrelid = to_regclass($1) and not tgisinternal`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop trigger ${name} on ${table}`);
}

/** Made before there was Citus, they are known to the coordinator only. */
async function shareFunctions(client: Client): Promise<void> {
  await client.query(`
    select create_distributed_function(oid::regprocedure) from pg_proc
    where proname like 'tocsin\\_%' and prorettype <> 'trigger'::regtype
      and not exists (select from pg_dist_object where classid = 'pg_proc'::regclass and objid = pg_proc.oid)`);
}
