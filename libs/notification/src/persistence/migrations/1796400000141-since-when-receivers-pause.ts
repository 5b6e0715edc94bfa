import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when a receiver has asked for pauses (429) without a success. The previous release leaves the column as it is: the next
 * success clears it.
 */
export class SinceWhenReceiversPause1796400000141 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscription_health add paused_since timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscription_health drop paused_since');
  }
}
