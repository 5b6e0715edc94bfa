import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAuditLog1795176004003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_log (
        audit_id uuid primary key,
        domain_id text not null,
        action text not null,
        resource_type text not null,
        resource_id text not null,
        user_id text,
        api_key_id text,
        root boolean not null,
        address text,
        created_at timestamptz(3) not null
      )`);
    await runner.query(`create index audit_log_domain on audit_log (domain_id, audit_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table audit_log`);
  }
}
