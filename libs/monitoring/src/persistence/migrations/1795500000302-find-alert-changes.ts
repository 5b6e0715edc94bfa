import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What happened to the alerts of a domain, in the order of time: kept for 30 days, and read for previews. */
export class FindAlertChanges1795500000302 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index alert_change_domain on alert_change (domain_id, change_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index alert_change_domain`);
  }
}
