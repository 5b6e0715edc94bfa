import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNotificationHold1795500000402 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // One row for each subscription and reason why lanes wait together. hold_key is empty for the quota. opened_at is in
    // microseconds, because the id of the digest is derived from it. look_at is null while nothing waits.
    await runner.query(`
      create table notification_hold (
        subscription_id uuid not null,
        hold_key text not null,
        domain_id text not null,
        protocol_id text not null,
        opened_at timestamptz not null,
        digest_at timestamptz(3) not null,
        look_at timestamptz(3),
        told_at timestamptz(3),
        primary key (subscription_id, hold_key)
      ) with (fillfactor = 50)`);
    await runner.query(
      `create index notification_hold_due on notification_hold (look_at) where look_at is not null`,
    );

    // A held lane is due at infinity, so claims do not see it. tail_id is the last notification that joined it.
    await runner.query(`alter table notification_lane add hold_key text, add tail_id uuid`);
    await runner.query(`
      create index notification_lane_held on notification_lane (subscription_id, hold_key)
      where hold_key is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update notification_lane set next_attempt_at = clock_timestamp() where hold_key is not null`,
    );
    await runner.query(`alter table notification_lane drop hold_key, drop tail_id`);
    await runner.query(`drop table notification_hold`);
  }
}
