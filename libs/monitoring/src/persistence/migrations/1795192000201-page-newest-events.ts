import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Reads the newest events of a domain before an id, the most frequent query of lists. Planning it for all partitions
 * takes longer than reading a page, and the best plan is always the same: the index in that order. PostgreSQL would not
 * cache this plan by itself, because a generic plan assumes a domain of average size. A function also works behind a
 * pooler, where statements cannot be prepared.
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
