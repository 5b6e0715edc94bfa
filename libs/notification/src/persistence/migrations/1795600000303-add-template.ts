import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The release before sends each message in its own form. */
export class AddTemplate1795600000303 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table subscription add template text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table subscription drop template`);
  }
}
