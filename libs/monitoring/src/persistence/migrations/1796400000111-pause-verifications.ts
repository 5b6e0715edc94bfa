import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a verification pauses after an attempt that failed, and the version of the webhook that it was requested for. The
 * previous release leaves both columns as they are.
 */
export class PauseVerifications1796400000111 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table verification
      add paused boolean not null default false, add webhook_updated_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table verification drop paused, drop webhook_updated_at`);
  }
}
