import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PostponeWebhooks1795182000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The few that are left alone for a while, so that the sweep need not read all cursors each second.
    await runner.query(`
      create index webhook_cursor_postponed on webhook_cursor (next_attempt_at) where next_attempt_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index webhook_cursor_postponed`);
  }
}
