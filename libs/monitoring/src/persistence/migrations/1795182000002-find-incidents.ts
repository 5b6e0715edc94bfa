import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FindIncidents1795182000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The time of the alarm whose fields the alert shows. Earlier alarms that arrive later do not overwrite them.
    await runner.query(`alter table alert add face_at timestamptz(3)`);
    // Finds the alert of an out-of-order alarm.
    await runner.query(`create index alert_key on alert (webhook_id, event_key, opened_at)`);
    // By the time of opening, which does not change. An index by the last alarm would be updated with every alarm.
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
