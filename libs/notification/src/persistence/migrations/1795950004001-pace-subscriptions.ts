import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets subscriptions pause, send what is most severe first, and tell again what could not be told. */
export class PaceSubscriptions1795950004001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // untold_from_id is set while something was not told, or still waits, because the receiver failed. Notifications that
    // failed have this id or a later one; losses counts how often there were more.
    await runner.query(`
      alter table subscription_health add paused_until timestamptz(3), add untold_from_id uuid,
        add losses int not null default 0`);
    // How often the notification was queued again because its receiver works again.
    await runner.query(`alter table notification add retold smallint not null default 0`);
    // The highest severity that has joined the lane: 0 is CRITICAL. Rows of the previous release count as WARNING.
    await runner.query(`alter table notification_lane add rank smallint not null default 2`);
    await runner.query(
      `create index notification_lane_order on notification_lane (subscription_id, rank, next_attempt_at)`,
    );
    // A claim would use it instead, and read all lanes of other ranks.
    await runner.query(`drop index notification_lane_due`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index notification_lane_due on notification_lane (subscription_id, next_attempt_at)`,
    );
    await runner.query(`drop index notification_lane_order`);
    await runner.query(`alter table notification_lane drop rank`);
    await runner.query(`alter table notification drop retold`);
    await runner.query(`alter table subscription_health drop paused_until, drop untold_from_id, drop losses`);
  }
}
