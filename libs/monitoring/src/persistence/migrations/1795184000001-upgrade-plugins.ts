import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UpgradePlugins1795184000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The plugin versions of every live worker. A webhook is not moved to a version that some worker lacks.
    await runner.query(`
      create table worker_plugins (
        worker_id uuid primary key,
        versions text[] not null,
        heartbeat_at timestamptz(3) not null
      ) with (fillfactor = 50)`);
    // Webhooks that failed the checks of a newer version and kept theirs.
    await runner.query(`
      create table plugin_upgrade (
        webhook_id uuid primary key,
        domain_id text not null,
        version text not null,
        reason text,
        checked_at timestamptz(3) not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table plugin_upgrade, worker_plugins`);
  }
}
