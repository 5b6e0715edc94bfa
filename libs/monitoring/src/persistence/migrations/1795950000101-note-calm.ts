import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a key that is flapping is calm, if it opens no further alert. */
export class NoteCalm1795950000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert_change add calm_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert_change drop calm_at`);
  }
}
