import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who takes care of an alert, and notes about it. A change says to whom it assigned the alert, or which note it added. The previous
 * release leaves these columns empty.
 */
export class AssignAlerts1796100000201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table alert add assignee text, add assigned_at timestamptz(3), add assigned_by text`,
    );
    await runner.query(
      `create index alert_assignee on alert (domain_id, assignee, opened_at) where assignee is not null`,
    );
    await runner.query(`alter table alert_change add assignee text, add note_id uuid`);
    await runner.query(`
      create table alert_note (
        domain_id text not null,
        alert_id uuid not null,
        note_id uuid not null,
        author text not null,
        text text not null,
        created_at timestamptz(3) not null default statement_timestamp(),
        primary key (domain_id, alert_id, note_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table alert_note`);
    await runner.query(`alter table alert_change drop assignee, drop note_id`);
    await runner.query(`drop index alert_assignee`);
    await runner.query(`alter table alert drop assignee, drop assigned_at, drop assigned_by`);
  }
}
