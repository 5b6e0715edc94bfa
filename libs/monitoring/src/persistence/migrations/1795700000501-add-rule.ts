import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of the event that opened the alert. That of earlier alerts is not known. */
export class AddRule1795700000501 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert add rule text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert drop rule`);
  }
}
