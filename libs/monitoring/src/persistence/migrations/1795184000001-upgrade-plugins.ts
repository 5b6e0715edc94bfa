import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UpgradePlugins1795184000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Which versions every live worker has: no webhook is moved to one that some worker would give back.
    await runner.query(`
      create table worker_plugins (
        worker_id uuid primary key,
        versions text[] not null,
        heartbeat_at timestamptz(3) not null
      ) with (fillfactor = 50)`);
    // Webhooks that were tried on a newer version and stayed where they are.
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
