import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The times at which the access keys of webhooks were last used. The time of a key is removed with the key. */
export class CreateAccessKeyUse1795900000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Not a column of webhook, because every process reads a webhook again after each change.
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
