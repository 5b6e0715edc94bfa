import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FindIncidents1795182000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // What is shown of an alert is of this time; what comes late does not overrule it.
    await runner.query(`alter table alert add face_at timestamptz(3)`);
    // The incident of a late alarm.
    await runner.query(`create index alert_key on alert (webhook_id, event_key, opened_at)`);
    // By opening, which stays: an index by the last news would have to be written with every alarm that joins.
    await runner.query(`drop index alert_open`);
    await runner.query(`create index alert_open on alert (webhook_id, opened_at) where state = 'OPEN'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index alert_open, alert_key`);
    await runner.query(
      `create index alert_open on alert (webhook_id, last_received_at) where state = 'OPEN'`,
    );
    await runner.query(`alter table alert drop face_at`);
  }
}
