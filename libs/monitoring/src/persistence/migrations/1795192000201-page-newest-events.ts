import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The newest events of a domain before an id: what lists ask most. To plan it anew for all the partitions takes the
 * database longer than to read a page, and the plan is always the same: the index that has the order. Left to itself
 * the database would not keep it, because it thinks of a domain of middling size. A function does it behind a pooler
 * too, where nothing can be prepared.
 */
export class PageNewestEvents1795192000201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function newest_events(of_domain text, since uuid, before uuid, many int) returns setof event
      language plpgsql stable parallel safe rows 100
      set plan_cache_mode = force_generic_plan
      set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
      as $$ begin
        return query select * from event
          where domain_id = of_domain and event_id >= since and event_id < before
          order by event_id desc limit many;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function newest_events(text, uuid, uuid, int)`);
  }
}
