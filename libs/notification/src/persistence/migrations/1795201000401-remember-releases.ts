import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time of a release. The key of the release is remembered for 24 hours from then on. */
export class RememberReleases1795201000401 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table quota_consumption add column released_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table quota_consumption drop column released_at`);
  }
}
