import type { MigrationInterface, QueryRunner } from 'typeorm';

/** During an upgrade, the previous release sends what is silenced, and does not use these tables. */
export class CreateSilence1795500000301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table silence (
        silence_id uuid primary key,
        domain_id text not null,
        name text not null,
        filter jsonb not null,
        filter_or jsonb not null,
        starts_at timestamptz(3) not null,
        ends_at timestamptz(3) not null,
        reason text not null,
        weekly jsonb,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3)
      )`);
    await runner.query(
      `create index silence_domain on silence (domain_id, ends_at) where deleted_at is null`,
    );
    await runner.query(`create index silence_deleted on silence (deleted_at) where deleted_at is not null`);
    await runner.query(`alter table notification add silence_id uuid`);

    // One row for each subscription and alert with something silenced, until nothing silences it any more. Then the change is
    // sent if the alert is open; the resolution if it is resolved and the last notification before said that it is open
    // (was_open).
    await runner.query(`
      create table silenced_alert (
        subscription_id uuid not null,
        alert_id uuid not null,
        domain_id text not null,
        silence_id uuid not null,
        look_at timestamptz(3) not null,
        change json,
        is_opening boolean not null,
        resolution json,
        was_open boolean not null,
        primary key (subscription_id, alert_id)
      )`);
    await runner.query(`create index silenced_alert_due on silenced_alert (look_at)`);
    await runner.query(`create index silenced_alert_silence on silenced_alert (silence_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table silenced_alert`);
    await runner.query(`alter table notification drop silence_id`);
    await runner.query(`drop table silence`);
  }
}
