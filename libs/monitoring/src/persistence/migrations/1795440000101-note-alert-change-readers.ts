import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far those have got who read the changes of alerts, at the end of each day: what they have not passed is kept. */
export class NoteAlertChangeReaders1795440000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table alert_change_reader (
        reader text not null,
        day date not null default (statement_timestamp() at time zone 'utc')::date,
        xid xid8 not null,
        index bigint not null,
        primary key (reader, day)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table alert_change_reader`);
  }
}
