import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSubscription1795450000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // `options` has masks in the place of secrets. Changes of alerts before `active_since` are not sent.
    await runner.query(`
      create table subscription (
        subscription_id uuid primary key,
        domain_id text not null,
        project_id text,
        name text not null,
        state text not null,
        state_reason text,
        protocol_id text not null,
        options jsonb not null,
        secret_options bytea,
        signing_secrets bytea,
        previous_secret_expires_at timestamptz(3),
        kinds jsonb not null,
        filter jsonb not null,
        filter_or jsonb not null,
        active_since timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3)
      )`);
    await runner.query(`
      create unique index subscription_name on subscription (domain_id, coalesce(project_id, ''), name)
      where deleted_at is null`);
    await runner.query(`
      create index subscription_enabled on subscription (domain_id)
      where state = 'ENABLED' and deleted_at is null`);

    // Updated with every attempt: the fill factor leaves room for HOT updates.
    await runner.query(`
      create table subscription_health (
        subscription_id uuid primary key,
        domain_id text not null,
        last_attempt_at timestamptz(3),
        last_sent_at timestamptz(3),
        failures int not null default 0,
        last_error text,
        probe_at timestamptz(3)
      ) with (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table subscription_health, subscription`);
  }
}
