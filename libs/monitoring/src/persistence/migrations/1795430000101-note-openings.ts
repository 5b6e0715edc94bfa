import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The times at which a key opened alerts, which show whether it is flapping. The previous release leaves them unchanged. */
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
