import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ListQuarantine1795182000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A copy, because the log with the outcomes is dropped long before. Null for bodies that could not be read.
    await runner.query(`alter table quarantine add outcomes json`);
    await runner.query(`create index quarantine_newest on quarantine (domain_id, received_at, delivery_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index quarantine_newest`);
    await runner.query(`alter table quarantine drop outcomes`);
  }
}
