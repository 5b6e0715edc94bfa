import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses for webhooks of receivers. Subscriptions have none until somebody asks for one. */
export class TakeWebhooksOfReceivers1796200000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table subscription add inbound_key_digest bytea, add previous_inbound_key_digest bytea,
        add previous_inbound_key_expires_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table subscription drop inbound_key_digest, drop previous_inbound_key_digest,
        drop previous_inbound_key_expires_at`);
  }
}
