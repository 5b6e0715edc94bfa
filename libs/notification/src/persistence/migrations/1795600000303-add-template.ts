import type { MigrationInterface, QueryRunner } from 'typeorm';

/** During an upgrade, the previous release sends messages without templates. */
export class AddTemplate1795600000303 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table subscription add template text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table subscription drop template`);
  }
}
