import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ChainSegments1795189000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The last deliveries of one webhook are found from segment to segment, by primary key: an index by webhook would
    // cost every insert, and this costs 16 bytes in rows that are written anyway.
    await runner.query(`alter table delivery_segment add column previous_id uuid`);
    await runner.query(`alter table webhook_cursor add column last_segment_id uuid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table webhook_cursor drop column last_segment_id`);
    await runner.query(`alter table delivery_segment drop column previous_id`);
  }
}
