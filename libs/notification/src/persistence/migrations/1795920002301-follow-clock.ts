import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets workers agree on how far the clock of the database has jumped, and positions decide what a subscription is told. */
export class FollowClock1795920002301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The sum of the jumps by which waiting notifications were moved, in milliseconds.
    await runner.query(`
      create table notification_clock (
        is_single boolean primary key default true check (is_single),
        jumps_ms bigint not null
      )`);
    await runner.query(`insert into notification_clock (jumps_ms) values (0)`);
    // The transaction that set active_since. Changes of later transactions are sent, whatever their time.
    await runner.query(`alter table subscription add active_xid xid8`);
    await runner.query(
      `update subscription set active_xid = pg_current_xact_id() where active_since is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table subscription drop active_xid`);
    await runner.query(`drop table notification_clock`);
  }
}
