import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhook1795176000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhook (
        webhook_id uuid primary key,
        domain_id text not null,
        project_id text not null,
        name text not null,
        state text not null check (state in ('ENABLED', 'DISABLED')),
        plugin_id text not null,
        plugin_version text not null,
        upgrade_mode text not null check (upgrade_mode in ('MANUAL', 'AUTO')),
        options jsonb not null,
        secret_options bytea,
        access_key bytea not null,
        access_key_digest bytea not null,
        previous_access_key_digest bytea,
        previous_access_key_expires_at timestamptz(3),
        tags jsonb not null,
        settings jsonb not null,
        verification_id uuid,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3)
      )`);
    await runner.query(`
      create unique index webhook_name on webhook (domain_id, project_id, name) where deleted_at is null`);
    await runner.query(
      `create index webhook_domain on webhook (domain_id, webhook_id) where deleted_at is null`,
    );

    // One row per webhook. Whoever processes the webhook locks it, which keeps its deliveries in order.
    await runner.query(`
      create table webhook_cursor (
        webhook_id uuid primary key,
        domain_id text not null,
        received_count bigint not null default 0,
        failed_count bigint not null default 0,
        last_received_at timestamptz(3),
        last_error text,
        last_error_at timestamptz(3),
        attempts int not null default 0,
        next_attempt_at timestamptz(3)
      ) with (fillfactor = 50)`);

    await runner.query(`
      create table verification (
        verification_id uuid primary key,
        domain_id text not null,
        webhook_id uuid not null,
        state text not null check (state in ('PENDING', 'VERIFIED', 'FAILED')),
        version text not null,
        checks jsonb not null default '[]',
        attempts int not null default 0,
        requested_at timestamptz(3) not null,
        next_attempt_at timestamptz(3) not null,
        started_at timestamptz(3),
        finished_at timestamptz(3)
      )`);
    await runner.query(
      `create index verification_pending on verification (next_attempt_at) where state = 'PENDING'`,
    );
    await runner.query(`create index verification_webhook on verification (webhook_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table verification, webhook_cursor, webhook`);
  }
}
