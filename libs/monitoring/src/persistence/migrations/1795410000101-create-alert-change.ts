import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ensurePartitions } from '../partitions.js';

const MILLISECONDS = `lpad(to_hex((extract(epoch from statement_timestamp()) * 1000)::bigint), 12, '0')`;
/** Random but for its time, by which the table is partitioned. */
const UUID_NOW = `overlay(
  gen_random_uuid()::text placing substr(${MILLISECONDS}, 1, 8) || '-' || substr(${MILLISECONDS}, 9) from 1 for 13)::uuid`;

/**
 * What happens to alerts, in the order in which it happened to each: written in the transaction that changes the alert, read
 * by whoever is to be told.
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
    // What an open alert shows, so that correlation knows whether it gets worse. The release before leaves it as it is.
    await runner.query(`alter table alarm_state add severity text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alarm_state drop severity`);
    await runner.query(`drop table alert_change`);
    await runner.query(`drop sequence alert_change_index`);
  }
}
