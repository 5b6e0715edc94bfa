import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a verification pauses after an attempt that failed. The previous release leaves the column as it is. */
export class PauseVerifications1796400000111 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table verification add paused boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table verification drop paused`);
  }
}
