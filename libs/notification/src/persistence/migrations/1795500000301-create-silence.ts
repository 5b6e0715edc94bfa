import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The release before sends what is silenced, and leaves all of this as it is. */
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

    // One row for each subscription and alert with something silenced, until nothing silences it any more: then the
    // change is told if the alert is open, and the resolution if it is not and was_open when somebody was told last.
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
