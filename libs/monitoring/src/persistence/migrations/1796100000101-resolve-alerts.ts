import type { MigrationInterface, QueryRunner } from 'typeorm';

const checkReasons = (reasons: string) =>
  `alter table alert drop constraint if exists alert_resolved_reason_check,
    add constraint alert_resolved_reason_check check (resolved_reason in (${reasons})) not valid`;

/** Who resolved an alert and why, and until when its repeats open no other alert. Empty unless a user resolved it. */
export class ResolveAlerts1796100000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table alert add resolved_by text, add resolved_comment text, add quiet_until timestamptz(3)`,
    );
    // Not validated: that would read the whole table, whose rows have met a narrower condition.
    await runner.query(checkReasons(`'RECOVERY', 'STALE', 'WEBHOOK_DELETED', 'MANUAL'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update alert set resolved_reason = 'RECOVERY' where resolved_reason = 'MANUAL'`);
    await runner.query(checkReasons(`'RECOVERY', 'STALE', 'WEBHOOK_DELETED'`));
    await runner.query(`alter table alert drop resolved_by, drop resolved_comment, drop quiet_until`);
  }
}
