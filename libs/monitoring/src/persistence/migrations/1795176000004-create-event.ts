import type { MigrationInterface, QueryRunner } from 'typeorm';
import { useFastCompression } from '../segment-codec.js';
import { ensurePartitions } from '../partitions.js';

export class CreateEvent1795176000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table event (
        domain_id text not null,
        event_id uuid not null,
        webhook_id uuid not null,
        project_id text not null,
        alert_id uuid not null,
        delivery_id uuid not null,
        event_key text not null,
        event_type text not null,
        severity text not null,
        title text not null,
        description text not null,
        rule text,
        resource_id text,
        resource_type text,
        resource_name text,
        provider text,
        account text,
        image_url text,
        raw_data jsonb not null,
        additional_info jsonb not null,
        plugin_id text not null,
        plugin_version text not null,
        created_at timestamptz(3) not null,
        occurred_at timestamptz(3) not null,
        stored_at timestamptz(3) not null default clock_timestamp(),
        primary key (domain_id, event_id)
      ) partition by range (event_id)`);
    await runner.query(`create index event_webhook on event (domain_id, webhook_id, event_id)`);
    await runner.query(`create index event_alert on event (domain_id, alert_id)`);
    await useFastCompression(runner, 'event', 'raw_data');
    await ensurePartitions(runner, ['event'], new Date());

    await runner.query(`
      create table alert (
        domain_id text not null,
        alert_id uuid not null,
        webhook_id uuid not null,
        project_id text not null,
        event_key text not null,
        state text not null check (state in ('OPEN', 'RESOLVED')),
        resolved_reason text check (resolved_reason in ('RECOVERY', 'STALE', 'WEBHOOK_DELETED')),
        severity text not null,
        title text not null,
        resource_id text,
        resource_type text,
        resource_name text,
        opened_at timestamptz(3) not null,
        resolved_at timestamptz(3),
        last_received_at timestamptz(3) not null,
        event_count int not null,
        duplicate_count int not null,
        primary key (domain_id, alert_id)
      ) with (fillfactor = 70)`);
    await runner.query(
      `create index alert_open on alert (webhook_id, last_received_at) where state = 'OPEN'`,
    );

    // What correlation needs to know of earlier alarms, so that it never searches the events.
    await runner.query(`
      create table alarm_state (
        domain_id text not null,
        webhook_id uuid not null,
        key_hash bytea not null,
        alert_id uuid not null,
        open boolean not null,
        last_received_at timestamptz(3) not null,
        repeats bytea not null,
        primary key (domain_id, webhook_id, key_hash)
      ) with (fillfactor = 70)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table alarm_state, alert, event`);
  }
}
