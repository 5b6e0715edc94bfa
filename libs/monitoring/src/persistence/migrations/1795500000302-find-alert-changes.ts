import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the alert changes of a domain in chronological order, for previews. Changes are kept for 30 days. */
export class FindAlertChanges1795500000302 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index alert_change_domain on alert_change (domain_id, change_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index alert_change_domain`);
  }
}
