import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long a heartbeat was not heard although pings were accepted: an installation that restarts daily misses a daily one, too. */
export class CountSilence1795600000304 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Seconds of the time before the last gap, since the last ping.
    await runner.query(`alter table heartbeat add column silent_for float8 not null default 0`);
    // The time in which deliveries were accepted before the last gap.
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
