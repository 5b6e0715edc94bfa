import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules of who is on call, and what the last check of each found. */
export class AddOnCall1796200000501 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table on_call (
        on_call_id uuid primary key,
        domain_id text not null,
        name text not null,
        timezone text not null,
        members jsonb not null,
        rotation jsonb,
        ical_url bytea,
        ical_url_shown text,
        overrides jsonb not null,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    await runner.query(`create index on_call_of_domain on on_call (domain_id, created_at)`);
    // Changes every five minutes, so it is not part of the schedule, whose version it must not change.
    await runner.query(`
      create table on_call_health (
        on_call_id uuid primary key,
        domain_id text not null,
        due_at timestamptz(3) not null,
        etag text,
        last_modified text,
        copy jsonb,
        checked_at timestamptz(3),
        read_at timestamptz(3),
        failing_since timestamptz(3),
        last_error text,
        warnings jsonb not null default '[]',
        unknown_names jsonb not null default '[]',
        gaps jsonb not null default '[]',
        gaps_until timestamptz(3),
        next_gap_at timestamptz(3)
      )`);
    await runner.query(`create index on_call_health_due on on_call_health (due_at)`);
    await runner.query(
      `create index on_call_health_failing on on_call_health (failing_since) where failing_since is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table on_call_health`);
    await runner.query(`drop table on_call`);
  }
}
