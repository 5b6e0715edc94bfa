import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the senders' times of the remembered events of a key. A separate column, because the previous release also
 * reads and writes `repeats`. It leaves this column unchanged, and each entry names its event.
 */
export class RememberEventTimes1795202000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alarm_state add event_times bytea not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alarm_state drop event_times`);
  }
}
