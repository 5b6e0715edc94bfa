import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RememberBacklogs1795191000401 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Counting a backlog costs more the larger it is. So it is counted from time to time, and the deliveries accepted
    // and processed since then are added and subtracted.
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
