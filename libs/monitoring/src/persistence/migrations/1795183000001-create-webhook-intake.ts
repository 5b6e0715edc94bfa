import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhookIntake1795183000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The state of webhooks with limits. Each process that accepts deliveries for them writes it twice a second. Not
    // part of webhook_cursor, because a worker holds that row while it processes the webhook.
    await runner.query(`
      create table webhook_intake (
        webhook_id uuid primary key,
        domain_id text not null,
        max_rate float8 not null,
        tokens float8 not null,
        counted_at timestamptz not null,
        refused_count bigint not null,
        refused_at timestamptz(3),
        refused_reason text
      ) with (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table webhook_intake`);
  }
}
