import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ensurePartitions } from '../partitions.js';

export class CreateNotification1795450000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create sequence notification_seq`);
    await runner.query(`
      create table notification (
        notification_id uuid not null,
        domain_id text not null,
        project_id text not null,
        subscription_id uuid not null,
        protocol_id text not null,
        alert_id uuid not null,
        seq bigint not null default nextval('notification_seq'),
        kind text not null,
        state text not null,
        reason text,
        severity text not null,
        title text not null,
        message json not null,
        attempts jsonb not null default '[]',
        attempt_count int not null default 0,
        next_attempt_at timestamptz(3),
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        sent_at timestamptz(3),
        primary key (notification_id)
      ) partition by range (notification_id)`);
    // Waiting notifications in their order. Finds the next head of a lane after the previous one was sent.
    await runner.query(`
      create index notification_waiting on notification (subscription_id, alert_id, seq)
      where state in ('PENDING', 'HELD')`);
    await runner.query(`create index notification_domain on notification (domain_id, notification_id)`);
    await runner.query(
      `create index notification_subscription on notification (subscription_id, notification_id)`,
    );
    await runner.query(`create index notification_alert on notification (alert_id)`);
    await ensurePartitions(runner, new Date());

    // One row for each subscription and alert with something to send. Claims look for work only here. No waiting notification
    // of the lane has an id below floor_id, so older partitions are not read.
    await runner.query(`
      create table notification_lane (
        subscription_id uuid not null,
        alert_id uuid not null,
        domain_id text not null,
        protocol_id text not null,
        head_id uuid not null,
        floor_id uuid not null,
        expires_at timestamptz(3) not null,
        next_attempt_at timestamptz(3) not null,
        attempt_id uuid,
        attempted_at timestamptz(3),
        primary key (subscription_id, alert_id)
      ) with (fillfactor = 70)`);
    await runner.query(
      `create index notification_lane_due on notification_lane (subscription_id, next_attempt_at)`,
    );
    await runner.query(`
      create index notification_lane_sending on notification_lane (subscription_id) where attempt_id is not null`);
    await runner.query(`create index notification_lane_expiry on notification_lane (expires_at)`);

    // How far the changes of a domain were read. Only domains with an enabled subscription have a row.
    await runner.query(`
      create table notification_cursor (
        domain_id text primary key,
        xid xid8 not null,
        index bigint not null,
        at bigint not null,
        retry_at timestamptz(3),
        failures int not null default 0
      ) with (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table notification_cursor, notification_lane, notification`);
    await runner.query(`drop sequence notification_seq`);
  }
}
