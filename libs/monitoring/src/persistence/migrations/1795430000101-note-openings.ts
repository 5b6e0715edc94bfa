import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a key opened alerts, which tells whether it flaps. The release before leaves both as they are. */
export class NoteOpenings1795430000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alarm_state add openings bytea not null default ''`);
    await runner.query(`alter table alert_change add flapping boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert_change drop flapping`);
    await runner.query(`alter table alarm_state drop openings`);
  }
}
