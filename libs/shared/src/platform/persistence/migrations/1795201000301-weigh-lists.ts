import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates an aggregate that runs beside one that builds a list, and ends the statement before the list uses up the database's
 * memory.
 */
export class WeighLists1795201000301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function tocsin_weigh_one(total bigint, value jsonb, most bigint) returns bigint
      language plpgsql immutable strict parallel safe as $$
      begin
        total := total + pg_column_size(value);
        if total > most then
          raise exception using errcode = 'program_limit_exceeded',
            message = format('a list is over %s', pg_size_pretty(most));
        end if;
        return total;
      end $$`);
    await runner.query(
      `create aggregate tocsin_weigh(jsonb, bigint) (sfunc = tocsin_weigh_one, stype = bigint, initcond = '0')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop aggregate tocsin_weigh(jsonb, bigint)`);
    await runner.query(`drop function tocsin_weigh_one(bigint, jsonb, bigint)`);
  }
}
