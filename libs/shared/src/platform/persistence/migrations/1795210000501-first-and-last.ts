import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates aggregates for the first and the last value, including null. They keep only one value, because a list of all of
 * them would have no bound.
 */
export class FirstAndLast1795210000501 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function tocsin_keep_first(kept anyarray, value anyelement) returns anyarray
      language plpgsql immutable parallel safe as $$
      begin
        if kept is null then
          kept := array[value];
        end if;
        return kept;
      end $$`);
    await runner.query(`
      create function tocsin_keep_last(kept anyelement, value anyelement) returns anyelement
      language plpgsql immutable parallel safe as $$
      begin
        return value;
      end $$`);
    await runner.query(`
      create function tocsin_only(kept anyarray) returns anyelement
      language sql immutable strict parallel safe as 'select kept[1]'`);
    await runner.query(
      `create aggregate tocsin_first(anyelement)
         (sfunc = tocsin_keep_first, stype = anyarray, finalfunc = tocsin_only)`,
    );
    await runner.query(
      `create aggregate tocsin_last(anyelement) (sfunc = tocsin_keep_last, stype = anyelement)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop aggregate tocsin_last(anyelement)`);
    await runner.query(`drop aggregate tocsin_first(anyelement)`);
    await runner.query(`drop function tocsin_only(anyarray)`);
    await runner.query(`drop function tocsin_keep_last(anyelement, anyelement)`);
    await runner.query(`drop function tocsin_keep_first(anyarray, anyelement)`);
  }
}
