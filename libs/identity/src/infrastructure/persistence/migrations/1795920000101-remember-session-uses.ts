import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a session was last used. It is null for a session that was not used since it began, or by the previous release. */
export class RememberSessionUses1795920000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table session add column last_used_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table session drop column last_used_at`);
  }
}
