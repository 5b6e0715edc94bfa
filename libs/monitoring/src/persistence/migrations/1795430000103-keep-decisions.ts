import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores all decisions about alerts. Alarms processed later may show that the alert was already resolved, or had
 * already opened, at the time of the decision.
 */
export class KeepDecisions1795430000103 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // `alert_id` limits the decision to one alert; `null` applies it to the alert of the key that was open at the time.
    await runner.query(`
      create table alert_decision (
        domain_id text not null,
        webhook_id uuid not null,
        event_key text not null,
        decided_at timestamptz not null,
        decision_id uuid not null,
        received_at timestamptz not null,
        alert_id uuid,
        acknowledged boolean not null,
        actor text,
        comment text,
        until timestamptz(3),
        primary key (domain_id, webhook_id, event_key, decided_at, decision_id)
      )`);
    // Most webhooks have no decisions and must not pay for a look-up.
    await runner.query(`alter table webhook_cursor add has_decisions boolean not null default false`);
    for (const table of ['ledger', 'ledger_delta'])
      await runner.query(`alter table ${table} add acknowledged bigint not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['ledger', 'ledger_delta'])
      await runner.query(`alter table ${table} drop acknowledged`);
    await runner.query(`alter table webhook_cursor drop has_decisions`);
    await runner.query(`drop table alert_decision`);
  }
}
