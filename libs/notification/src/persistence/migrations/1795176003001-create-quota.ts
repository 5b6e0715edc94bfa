import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateQuota1795176003001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table quota (
        quota_id uuid primary key,
        domain_id text not null,
        protocol_id text not null,
        "limit" jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    await runner.query(`create unique index quota_protocol on quota (domain_id, protocol_id)`);

    // Usage of a protocol. It does not belong to the quota, which it outlives. Rows are updated often: the fill factor leaves
    // room for HOT updates.
    await runner.query(`
      create table quota_usage (
        domain_id text not null,
        protocol_id text not null,
        day date not null,
        consumed bigint not null check (consumed >= 0),
        refused bigint not null,
        primary key (domain_id, protocol_id, day)
      ) with (fillfactor = 50)`);
    await runner.query(`create index quota_usage_day on quota_usage (day)`);

    // Consumptions, kept for two days for retries and releases.
    await runner.query(`
      create table quota_consumption (
        consumption_id uuid primary key,
        domain_id text not null,
        protocol_id text not null,
        day date not null,
        amount int not null,
        created_at timestamptz(3) not null,
        remaining_day bigint,
        remaining_month bigint,
        retry_key bytea,
        request bytea,
        released int,
        release_key bytea,
        release_request bytea
      ) with (fillfactor = 80)`);
    await runner.query(`create index quota_consumption_age on quota_consumption using brin (created_at)`);
    await runner.query(
      `create unique index quota_consumption_key on quota_consumption (retry_key) where retry_key is not null`,
    );
    await runner.query(`
      create unique index quota_consumption_release_key on quota_consumption (release_key)
      where release_key is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table quota_consumption, quota_usage, quota`);
  }
}
