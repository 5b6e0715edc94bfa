import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WakeVerifications1795183000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // When somebody was last woken for it, which says nothing about when it was begun.
    await runner.query(`alter table verification add woken_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table verification drop woken_at`);
  }
}
