import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much of a webhook is in quarantine, recounted each hour, and how many deliveries it had no room for. */
export class BoundQuarantine1795310000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_cursor
        add column quarantine_bytes bigint not null default 0,
        add column unkept_count bigint not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table webhook_cursor drop column quarantine_bytes, drop column unkept_count`);
  }
}
