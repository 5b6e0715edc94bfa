import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries with a signed id or time, so that a replay is recognized as long as its signature is valid. */
export class RememberSignedDeliveries1795910000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table signed_delivery (
        domain_id text not null,
        webhook_id uuid not null,
        signed_id bytea not null,
        delivery_id uuid not null,
        received_at timestamptz(3) not null,
        remembered_until timestamptz(3) not null,
        primary key (domain_id, webhook_id, signed_id)
      )`);
    await runner.query(
      `create index signed_delivery_expired on signed_delivery (domain_id, remembered_until)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table signed_delivery`);
  }
}
