import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PostponeWebhooks1795182000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The few webhooks that are postponed, so that the sweep does not read all cursors every second.
    await runner.query(`
      create index webhook_cursor_postponed on webhook_cursor (next_attempt_at) where next_attempt_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index webhook_cursor_postponed`);
  }
}
