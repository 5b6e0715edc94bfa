import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateReplay1795182000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table replay (
        replay_id uuid primary key,
        domain_id text not null,
        webhook_id uuid not null,
        state text not null check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED')),
        from_at timestamptz(3) not null,
        to_at timestamptz(3) not null,
        quarantined_only boolean not null,
        in_log boolean not null default false,
        after uuid not null default '00000000-0000-0000-0000-000000000000',
        total_count int,
        done_count int not null default 0,
        event_count int not null default 0,
        conflict_count int not null default 0,
        reason text,
        attempts int not null default 0,
        requested_at timestamptz(3) not null default now(),
        next_attempt_at timestamptz(3) not null default now(),
        started_at timestamptz(3),
        finished_at timestamptz(3)
      )`);
    await runner.query(
      `create index replay_pending on replay (next_attempt_at) where state in ('PENDING', 'RUNNING')`,
    );
    await runner.query(`create index replay_webhook on replay (webhook_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table replay`);
  }
}
