import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates an aggregate that merges objects, and fails before the result uses up the database's memory. */
export class MergeWithin1795210000801 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function tocsin_merge_one(merged jsonb, value jsonb, most bigint) returns jsonb
      language plpgsql immutable strict parallel safe as $$
      begin
        merged := merged || value;
        if pg_column_size(merged) > most then
          raise exception using errcode = 'program_limit_exceeded',
            message = format('a merged object is over %s', pg_size_pretty(most));
        end if;
        return merged;
      end $$`);
    await runner.query(
      `create aggregate tocsin_merge(jsonb, bigint) (sfunc = tocsin_merge_one, stype = jsonb, initcond = '{}')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop aggregate tocsin_merge(jsonb, bigint)`);
    await runner.query(`drop function tocsin_merge_one(jsonb, jsonb, bigint)`);
  }
}
