import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Acknowledged deliveries that are missing after a fail-over, as found by each API process, by the day of arrival. */
export class RecordLostDeliveries1795310000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table lost_deliveries (
        found_at timestamptz(3) not null default clock_timestamp(),
        day date not null,
        delivery_count bigint not null,
        first_segment_id uuid not null,
        last_segment_id uuid not null,
        first_received_at timestamptz(3) not null,
        last_received_at timestamptz(3) not null,
        reason text not null
      )`);
    await runner.query(`create index lost_deliveries_day on lost_deliveries (day)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table lost_deliveries`);
  }
}
