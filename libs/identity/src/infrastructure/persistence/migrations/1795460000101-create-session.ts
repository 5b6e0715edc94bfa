import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of signed-in browsers. */
export class CreateSession1795460000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table session (
        session_id uuid primary key,
        domain_id text not null,
        user_id text not null,
        role text not null check (role in ('ADMIN', 'MEMBER', 'VIEWER')),
        api_key_id text,
        key_digest bytea,
        sign_in_id uuid unique,
        address text not null,
        user_agent text,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        ended_at timestamptz(3)
      )`);
    await runner.query(`create index session_domain on session (domain_id, session_id)`);
    await runner.query(`create index session_expires on session (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table session`);
  }
}
