import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * No longer requires the webhook and project of a change, which its alert contains. The columns remain, because the
 * previous release writes them.
 */
export class TellChangesWithoutWebhooks1795800000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table alert_change alter webhook_id drop not null, alter project_id drop not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update alert_change as change set webhook_id = alert.webhook_id, project_id = alert.project_id
      from alert
      where change.webhook_id is null and alert.domain_id = change.domain_id and alert.alert_id = change.alert_id`);
    await runner.query(`delete from alert_change where webhook_id is null`);
    await runner.query(`
      alter table alert_change alter webhook_id set not null, alter project_id set not null`);
  }
}
