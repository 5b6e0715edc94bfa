import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a subscription was disabled the last time. One that the previous release has disabled is told of no ends that it missed when it is
 * enabled: nobody knows which they are.
 */
export class WhenSubscriptionsWereDisabled1796400000161 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscription add disabled_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscription drop disabled_at');
  }
}
