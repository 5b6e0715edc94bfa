import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a consumption was given back: from then on the key of the release has its 24 hours. */
export class RememberReleases1795201000401 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table quota_consumption add column released_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table quota_consumption drop column released_at`);
  }
}
