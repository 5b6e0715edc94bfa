import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNotificationResend1795600000301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Notifications of the domain up to after_id were processed. Those written after the request are not resent.
    await runner.query(`
      create table notification_resend (
        resend_id uuid primary key,
        domain_id text not null,
        state text not null,
        query jsonb not null,
        after_id uuid not null,
        until_id uuid not null,
        total_count int,
        done_count int not null default 0,
        resent_count int not null default 0,
        reason text,
        failures int not null default 0,
        look_at timestamptz(3) not null,
        requested_at timestamptz(3) not null,
        started_at timestamptz(3),
        finished_at timestamptz(3)
      ) with (fillfactor = 50)`);
    await runner.query(`
      create index notification_resend_due on notification_resend (look_at) where state in ('PENDING', 'RUNNING')`);
    await runner.query(
      `create index notification_resend_domain on notification_resend (domain_id, finished_at)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table notification_resend`);
  }
}
