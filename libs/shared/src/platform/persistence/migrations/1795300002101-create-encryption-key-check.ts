import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateEncryptionKeyCheck1795300002101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table encryption_key_check (
        only_row boolean primary key default true check (only_row),
        sealed bytea not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table encryption_key_check`);
  }
}
