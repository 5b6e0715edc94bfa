import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The senders' times of what is remembered of a key. Beside the repeats, whose form the release before reads as well: what
 * it writes of them leaves these as they are, and each names its event.
 */
export class RememberEventTimes1795202000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alarm_state add event_times bytea not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alarm_state drop event_times`);
  }
}
