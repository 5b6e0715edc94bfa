import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AcknowledgeAlerts1795420000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table alert
        add acknowledged boolean not null default false,
        add acknowledged_at timestamptz(3),
        add acknowledged_by text,
        add comment text,
        add acknowledged_until timestamptz(3)`);
    await runner.query(`
      create index alert_acknowledged_until on alert (acknowledged_until)
      where acknowledged and state = 'OPEN' and acknowledged_until is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index alert_acknowledged_until`);
    await runner.query(`
      alter table alert drop acknowledged, drop acknowledged_at, drop acknowledged_by, drop comment,
        drop acknowledged_until`);
  }
}
