import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SuspectDeliveries1795189000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The poison candidates that block a webhook, and how often its plugin failed for each while it parsed others:
    // [{delivery_id, failures, since (epoch)}].
    await runner.query(`alter table webhook_cursor add column suspects jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table webhook_cursor drop column suspects`);
  }
}
