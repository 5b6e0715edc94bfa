import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The deliveries of each webhook that were refused, by the status of the response. */
export class CreateWebhookRefusal1795910000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Not columns of webhook_cursor, because a worker holds that row while it processes the webhook.
    await runner.query(`
      create table webhook_refusal (
        domain_id text not null,
        webhook_id uuid not null,
        status smallint not null,
        count bigint not null,
        last_at timestamptz(3) not null,
        last_reason text not null,
        primary key (domain_id, webhook_id, status)
      ) with (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table webhook_refusal`);
  }
}
