import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rule of the event that opened the alert. Unknown for existing alerts. */
export class AddRule1795700000501 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert add rule text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert drop rule`);
  }
}
