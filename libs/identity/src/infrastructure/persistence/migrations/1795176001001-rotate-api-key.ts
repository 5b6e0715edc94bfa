import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RotateApiKey1795176001001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table api_key
        add column previous_secret_digest bytea,
        add column previous_secret_expires_at timestamptz(3)`);
    await runner.query(`
      create unique index api_key_previous_secret on api_key (previous_secret_digest)
      where previous_secret_digest is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table api_key drop column previous_secret_digest, drop column previous_secret_expires_at`,
    );
  }
}
