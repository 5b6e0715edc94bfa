import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time zone in which people read the times of messages. */
export class AddTimezoneOfSubscriptions1796000000301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table subscription add timezone text not null default 'UTC'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table subscription drop timezone`);
  }
}
