import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WakeVerifications1795183000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The time of the last wake-up, which does not say when the verification started.
    await runner.query(`alter table verification add woken_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table verification drop woken_at`);
  }
}
