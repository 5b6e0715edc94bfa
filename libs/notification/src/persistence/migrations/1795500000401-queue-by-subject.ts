import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes lanes belong to a subject instead of an alert, because a notification is not always about an alert. It may also
 * belong to a digest, which is a notification itself.
 */
export class QueueBySubject1795500000401 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table notification add subject_id uuid, add digest_id uuid`);
    await runner.query(`update notification set subject_id = alert_id`);
    await runner.query(`
      alter table notification alter subject_id set not null, alter alert_id drop not null,
        alter project_id drop not null`);
    await runner.query(`drop index notification_waiting`);
    await runner.query(`
      create index notification_waiting on notification (subscription_id, subject_id, seq)
      where state in ('PENDING', 'HELD')`);
    await runner.query(
      `create index notification_digest on notification (digest_id) where digest_id is not null`,
    );

    // While digest_id is set, the lane waits for the outcome of that digest.
    await runner.query(`alter table notification_receipt rename alert_id to subject_id`);
    await runner.query(`alter table notification_lane rename alert_id to subject_id`);
    await runner.query(`alter table notification_lane add digest_id uuid`);
    await runner.query(
      `create index notification_lane_digest on notification_lane (digest_id) where digest_id is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from notification where alert_id is null`);
    await runner.query(`delete from notification_lane where digest_id is not null`);
    await runner.query(`alter table notification_lane drop digest_id`);
    await runner.query(`alter table notification_lane rename subject_id to alert_id`);
    await runner.query(`alter table notification_receipt rename subject_id to alert_id`);
    await runner.query(`drop index notification_waiting`);
    await runner.query(`alter table notification drop subject_id, drop digest_id`);
    await runner.query(`
      alter table notification alter alert_id set not null, alter project_id set not null`);
    await runner.query(`
      create index notification_waiting on notification (subscription_id, alert_id, seq)
      where state in ('PENDING', 'HELD')`);
  }
}
