import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the problem of a key began, and the alarm that fires although a recovery has closed its alert. The previous release
 * leaves these columns unchanged.
 */
export class HoldFirings1795900000201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table alarm_state add spell text, add held jsonb, add held_until timestamptz(3)`,
    );
    await runner.query(
      `create index alarm_state_held on alarm_state (held_until) where held_until is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index alarm_state_held`);
    await runner.query(`alter table alarm_state drop spell, drop held, drop held_until`);
  }
}
