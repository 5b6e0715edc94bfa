import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SignDeliveries1795185000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table webhook add column signing_secrets bytea`);
    // The setting was a word before and had no effect.
    await runner.query(`update webhook set settings = settings - 'signature' where settings ? 'signature'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table webhook drop column signing_secrets`);
  }
}
