import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['webhook', 'heartbeat'];

/** The files that a record is kept in. The previous release leaves the mark as it is. */
export class MarkManagedRecords1796300000201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table ${table} add managed_by text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table ${table} drop managed_by`);
  }
}
