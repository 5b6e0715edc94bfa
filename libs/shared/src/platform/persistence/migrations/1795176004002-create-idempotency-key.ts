import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateIdempotencyKey1795176004002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotency_key (
        digest bytea primary key,
        fingerprint bytea not null,
        owner uuid not null,
        started_at timestamptz(3) not null,
        answer bytea
      )`);
    await runner.query(`create index idempotency_key_started on idempotency_key (started_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table idempotency_key`);
  }
}
