import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts how long a heartbeat sent no ping while pings were accepted, across restarts. Otherwise an installation that
 * restarts daily would never notice a missing daily heartbeat.
 */
export class CountSilence1795600000304 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Seconds without a ping while deliveries were accepted, before the last gap.
    await runner.query(`alter table heartbeat add column silent_for float8 not null default 0`);
    // The time between the last two gaps, in which deliveries were accepted.
    await runner.query(`
      alter table heartbeat_watch
        add column accepted_from timestamptz(3),
        add column accepted_until timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table heartbeat_watch drop column accepted_from, drop column accepted_until`);
    await runner.query(`alter table heartbeat drop column silent_for`);
  }
}
