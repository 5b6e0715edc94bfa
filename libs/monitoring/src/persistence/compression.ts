import type { QueryRunner } from 'typeorm';

/** pglz costs more time than it saves at this rate: lz4 where the server was built with it, else none. */
export async function useFastCompression(runner: QueryRunner, table: string, column: string): Promise<void> {
  await runner.query(`
    do $$ begin
      alter table ${table} alter column ${column} set compression lz4;
    exception when feature_not_supported then
      alter table ${table} alter column ${column} set storage external;
    end $$`);
}
