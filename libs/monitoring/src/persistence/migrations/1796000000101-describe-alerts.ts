import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the sender says of an alarm beside its title. The previous release leaves these columns empty. `started_at` of an event is
 * that of a recovery, and that of an alert is empty if it is `opened_at`.
 */
export class DescribeAlerts1796000000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table event add labels jsonb, add links jsonb, add started_at timestamptz(3), add webhook_name text`,
    );
    await runner.query(
      `alter table alert add description text, add labels jsonb, add links jsonb, add started_at timestamptz(3),
        add webhook_name text, add plugin_id text`,
    );
    await runner.query(`create index alert_labels on alert using gin (labels jsonb_path_ops)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index alert_labels`);
    await runner.query(
      `alter table alert drop description, drop labels, drop links, drop started_at, drop webhook_name, drop plugin_id`,
    );
    await runner.query(`alter table event drop labels, drop links, drop started_at, drop webhook_name`);
  }
}
