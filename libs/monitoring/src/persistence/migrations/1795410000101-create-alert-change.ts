import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ensurePartitions } from '../partitions.js';

const MILLISECONDS = `lpad(to_hex((extract(epoch from statement_timestamp()) * 1000)::bigint), 12, '0')`;
/** A UUIDv7 whose time selects the partition; the other bits are random. */
const UUID_NOW = `overlay(
  gen_random_uuid()::text placing substr(${MILLISECONDS}, 1, 8) || '-' || substr(${MILLISECONDS}, 9) from 1 for 13)::uuid`;

/**
 * The outbox of alert changes, in the order of the changes of each alert. A change is written in the transaction that
 * changes the alert, and read by whoever sends notifications.
 */
export class CreateAlertChange1795410000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create sequence alert_change_index`);
    await runner.query(`
      create table alert_change (
        xid xid8 not null default pg_current_xact_id(),
        index bigint not null default nextval('alert_change_index'),
        change_id uuid not null default ${UUID_NOW},
        domain_id text not null,
        webhook_id uuid not null,
        project_id text not null,
        alert_id uuid not null,
        kind text not null,
        state_before text,
        state text not null,
        severity_before text,
        severity text not null,
        event_id uuid,
        actor text,
        changed_at timestamptz(3) not null default statement_timestamp(),
        primary key (xid, index, change_id)
      ) partition by range (change_id)`);
    await ensurePartitions(runner, ['alert_change'], new Date());
    // The severity that an open alert shows, by which correlation detects an escalation. The previous release leaves it
    // unchanged.
    await runner.query(`alter table alarm_state add severity text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alarm_state drop severity`);
    await runner.query(`drop table alert_change`);
    await runner.query(`drop sequence alert_change_index`);
  }
}
