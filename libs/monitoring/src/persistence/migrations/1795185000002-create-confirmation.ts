import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateConfirmation1795185000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Calls that senders asked for. The row stays after the call, so that each call is made only once.
    await runner.query(`
      create table confirmation (
        confirmation_id uuid primary key,
        domain_id text not null,
        webhook_id uuid not null,
        url_hash text not null,
        url text not null,
        signed_by text,
        message bytea not null,
        state text not null default 'PENDING' check (state in ('PENDING', 'CONFIRMED', 'FAILED')),
        attempts int not null default 0,
        reason text,
        next_attempt_at timestamptz(3) not null default clock_timestamp(),
        created_at timestamptz(3) not null default clock_timestamp(),
        finished_at timestamptz(3),
        unique (webhook_id, url_hash)
      )`);
    await runner.query(
      `create index confirmation_due on confirmation (next_attempt_at) where state = 'PENDING'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table confirmation`);
  }
}
