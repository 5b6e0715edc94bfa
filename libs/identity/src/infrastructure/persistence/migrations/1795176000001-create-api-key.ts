import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateApiKey1795176000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table api_key (
        api_key_id uuid primary key,
        domain_id text not null,
        user_id text not null,
        name text,
        role text not null check (role in ('ADMIN', 'MEMBER', 'VIEWER')),
        state text not null check (state in ('ENABLED', 'DISABLED')),
        secret_digest bytea not null unique,
        secret_last4 text not null,
        expires_at timestamptz(3),
        last_accessed_at timestamptz(3),
        created_at timestamptz(3) not null
      )`);
    await runner.query(`create index api_key_domain on api_key (domain_id, api_key_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table api_key`);
  }
}
