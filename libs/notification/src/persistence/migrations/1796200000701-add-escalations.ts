import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Policies that tell further people while nobody reacts, and what they are doing for each alert. */
export class AddEscalations1796200000701 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table escalation (
        escalation_id uuid primary key,
        domain_id text not null,
        project_id text,
        name text not null,
        filter jsonb not null,
        filter_or jsonb not null,
        steps jsonb not null,
        repeat jsonb,
        until text not null,
        fallback uuid not null,
        acknowledged_for int,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3)
      );
      create index escalation_domain on escalation (domain_id) where deleted_at is null`);
    // One row for each alert and policy. It has the version of the policy with which it began.
    await runner.query(`
      create table escalation_run (
        escalation_id uuid not null,
        alert_id uuid not null,
        domain_id text not null,
        run_id uuid not null,
        policy jsonb not null,
        state jsonb not null,
        step int not null,
        held text,
        next_at timestamptz(3),
        is_last boolean not null,
        look_at timestamptz(3) not null,
        withdraw_before timestamptz(3),
        event_id uuid,
        ended_at timestamptz(3),
        shown boolean not null default false,
        primary key (escalation_id, alert_id)
      );
      create index escalation_run_due on escalation_run (domain_id, look_at) where ended_at is null;
      create index escalation_run_withdrawing on escalation_run (look_at) where withdraw_before is not null;
      create index escalation_run_alert on escalation_run (alert_id);
      create index escalation_run_unshown on escalation_run (look_at) where not shown;
      create index escalation_run_unanswered on escalation_run (escalation_id)
        where is_last and held is null and ended_at is null`);
    // The unique index makes each step of each cycle exactly one, whatever is killed when.
    await runner.query(`
      create table escalation_entry (
        run_id uuid not null,
        cycle int not null,
        step int not null,
        again int not null,
        what text not null,
        domain_id text not null,
        alert_id uuid not null,
        escalation_id uuid not null,
        name text not null,
        reason text,
        told int not null,
        at timestamptz(3) not null,
        primary key (run_id, cycle, step, again, what)
      );
      create index escalation_entry_alert on escalation_entry (alert_id);
      create index escalation_entry_at on escalation_entry (at)`);
    await runner.query(`alter table subscription add trigger text not null default 'CHANGE'`);
    await runner.query(`alter table notification add escalation_id uuid`);
    await runner.query(`alter table notification_ledger add by_steps bigint not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update subscription set state = 'DISABLED' where trigger = 'ESCALATION'`);
    await runner.query(`alter table notification_ledger drop by_steps`);
    await runner.query(`alter table notification drop escalation_id`);
    await runner.query(`alter table subscription drop trigger`);
    await runner.query(`drop table escalation_entry; drop table escalation_run; drop table escalation`);
  }
}
