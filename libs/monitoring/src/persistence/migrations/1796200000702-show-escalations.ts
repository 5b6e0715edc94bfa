import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an escalation is doing for an alert. The previous release leaves both columns as they are. */
export class ShowEscalations1796200000702 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert add escalation_step int, add escalation_next_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert drop escalation_step, drop escalation_next_at`);
  }
}
