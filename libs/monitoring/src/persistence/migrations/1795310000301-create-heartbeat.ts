import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateHeartbeat1795310000301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // due_at is the time at which the heartbeat is judged; null if none is scheduled or it is being judged.
    await runner.query(`
      create table heartbeat (
        heartbeat_id uuid primary key,
        domain_id text not null,
        webhook_id uuid not null,
        project_id text not null,
        name text not null,
        expect_every text not null,
        grace text not null,
        patience int not null,
        severity text not null,
        state text not null default 'NEW' check (state in ('NEW', 'ALIVE', 'MISSING')),
        last_ping_at timestamptz(3),
        missing_since timestamptz(3),
        alert_id uuid,
        due_at timestamptz(3),
        created_at timestamptz(3) not null default clock_timestamp(),
        updated_at timestamptz(3) not null default clock_timestamp()
      ) with (fillfactor = 70)`);
    await runner.query(`create unique index heartbeat_name on heartbeat (webhook_id, name)`);
    await runner.query(`create index heartbeat_domain on heartbeat (domain_id, heartbeat_id)`);
    await runner.query(`create index heartbeat_due on heartbeat (due_at) where due_at is not null`);
    // The start of the current time without a gap in accepting, and its value when the deadlines were last extended.
    await runner.query(`
      create table heartbeat_watch (
        only_row boolean primary key default true check (only_row),
        accepting_at timestamptz(3),
        accepting_since timestamptz(3),
        applied_since timestamptz(3)
      ) with (fillfactor = 50)`);
    await runner.query(`insert into heartbeat_watch default values`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table heartbeat_watch, heartbeat`);
  }
}
