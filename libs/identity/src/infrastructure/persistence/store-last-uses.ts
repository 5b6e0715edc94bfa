import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';

/** The names of a table, of its key, which is a uuid, and of the column with the last use. */
type LastUseColumn = readonly [table: string, key: string, column: string];

/**
 * Stores when rows were last used, unless a stored time is later: another process may have written it. No time is stored that is still
 * to come by the clock of the database: it would keep all later ones out.
 */
export function storeLastUses(
  sql: SqlRunner,
  [table, key, column]: LastUseColumn,
  keys: readonly string[],
  times: readonly Date[],
): Promise<unknown> {
  // Rows are locked in a fixed order, because processes that write the same rows would otherwise deadlock.
  return sql.query(
    `with used as (select * from unnest($1::uuid[], $2::timestamptz[]) as used (${key}, at)),
      locked as (select ${key} from ${table} where ${key} = any ($1::uuid[]) order by ${key} for no key update)
    update ${table} set ${column} = least(greatest(${column}, used.at), clock_timestamp())
    from used join locked using (${key}) where ${table}.${key} = used.${key}`,
    [[...keys], [...times]],
  );
}
