import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The spools, and from which time of arrival each still holds deliveries; null if it is empty. */
export class MarkSpools1795202000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table spool_mark (
        spool text primary key,
        held_from timestamptz(3),
        seen_at timestamptz(3) not null
      ) with (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table spool_mark`);
  }
}
