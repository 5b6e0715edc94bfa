import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The tables of identity as of release 0.2.0. It has the name of the last migration of that release, so that a database of 0.2.0 counts as
 * migrated up to here.
 */
export class CountSessions1795600000202 implements MigrationInterface {
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
        created_at timestamptz(3) not null,
        previous_secret_digest bytea,
        previous_secret_expires_at timestamptz(3)
      );
      create index api_key_domain on api_key (domain_id, api_key_id);
      create unique index api_key_previous_secret on api_key (previous_secret_digest)
        where previous_secret_digest is not null`);
    await runner.query(`
      create table running_process (
        process_id uuid primary key,
        app text not null,
        name text not null unique,
        address text not null,
        version text not null,
        heartbeat_at timestamptz(3) not null
      ) with (fillfactor = 50)`);
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
      );
      create index session_created on session (created_at);
      create index session_domain on session (domain_id, session_id);
      create index session_expires on session (expires_at)`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There is no older schema to return to'));
  }
}
