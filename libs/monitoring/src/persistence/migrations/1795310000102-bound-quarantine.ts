import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The size of a webhook's quarantine, which is recounted every hour, and the number of deliveries that did not fit. */
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
