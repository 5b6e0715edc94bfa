import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RememberBacklogs1795191000401 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Counting what waits costs the more the more it is: it is done now and then, and what was taken and processed since
    // is added and subtracted.
    await runner.query(`
      alter table webhook_intake
        add column backlog bigint,
        add column backlog_at timestamptz,
        add column backlog_taken bigint not null default 0,
        add column backlog_processed bigint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_intake
        drop column backlog, drop column backlog_at, drop column backlog_taken, drop column backlog_processed`);
  }
}
