import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The positions of the readers of alert changes at the end of each day. Changes from there on are kept. */
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
