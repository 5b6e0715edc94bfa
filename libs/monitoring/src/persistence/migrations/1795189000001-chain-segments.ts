import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ChainSegments1795189000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each segment refers to the previous one of its webhook, so the last deliveries are found by primary key. An index
    // by webhook would slow down every insert; this takes 16 bytes in rows that are updated anyway.
    await runner.query(`alter table delivery_segment add column previous_id uuid`);
    await runner.query(`alter table webhook_cursor add column last_segment_id uuid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table webhook_cursor drop column last_segment_id`);
    await runner.query(`alter table delivery_segment drop column previous_id`);
  }
}
