import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders the rows of a transaction by a sequence, so that writers need not number them. */
export class NumberFeed1795187000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create sequence event_feed_index`);
    await runner.query(`
      alter table event_feed
        alter column index type bigint,
        alter column index set default nextval('event_feed_index')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`truncate event_feed`);
    await runner.query(`alter table event_feed alter column index drop default, alter column index type int`);
    await runner.query(`drop sequence event_feed_index`);
  }
}
