import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which spools there are, and from what arrival on each still holds deliveries; null: none. */
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
