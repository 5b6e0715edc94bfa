import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the access keys of webhooks were last used: with the key that is rotated goes its time. */
export class CreateAccessKeyUse1795900000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Beside webhook, whose changes every process reads again.
    await runner.query(`
      create table access_key_use (
        domain_id text not null,
        webhook_id uuid not null,
        access_key_digest bytea not null,
        last_used_at timestamptz(3) not null,
        primary key (domain_id, webhook_id, access_key_digest)
      ) with (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table access_key_use`);
  }
}
