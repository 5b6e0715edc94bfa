import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A heartbeat can have a cron expression instead of the longest time between two pings. Its `patience` then applies to the last
 * ping, and is set again with each. The previous release, which knows no schedule, judges by it.
 */
export class ScheduleHeartbeats1795950002001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table heartbeat
        alter column expect_every drop not null,
        add column schedule text,
        add column timezone text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update heartbeat set expect_every = '40d', patience = 40 * 86400 where expect_every is null`,
    );
    await runner.query(`
      alter table heartbeat
        drop column schedule,
        drop column timezone,
        alter column expect_every set not null`);
  }
}
