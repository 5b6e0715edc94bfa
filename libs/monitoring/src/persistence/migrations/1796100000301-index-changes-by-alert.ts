import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the changes of one alert, for its timeline. */
export class IndexChangesByAlert1796100000301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // As that of notifications: the domain is no part of it, because an alert belongs to one domain only.
    await runner.query(`create index alert_change_alert on alert_change (alert_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index alert_change_alert`);
  }
}
