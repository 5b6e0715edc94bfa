import type { QueryRunner } from 'typeorm';

/**
 * Compresses with lz4 if the server supports it, and otherwise not at all: at this rate, pglz costs more time than it
 * saves.
 */
export async function useFastCompression(runner: QueryRunner, table: string, column: string): Promise<void> {
  await runner.query(`
    do $$ begin
      alter table ${table} alter column ${column} set compression lz4;
    exception when feature_not_supported then
      alter table ${table} alter column ${column} set storage external;
    end $$`);
}
