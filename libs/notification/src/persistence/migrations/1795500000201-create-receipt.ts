import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateReceipt1795500000201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // What a protocol remembers of what it sent. Separate from the lane, which exists only while something waits in it.
    await runner.query(`
      create table notification_receipt (
        subscription_id uuid not null,
        alert_id uuid not null,
        receipt jsonb not null,
        stored_at timestamptz(3) not null,
        primary key (subscription_id, alert_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table notification_receipt`);
  }
}
