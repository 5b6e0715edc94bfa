import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNotificationLedger1795600000310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // What was read and made on a day, counted in the transactions that do it: the other column of the ledger.
    await runner.query(`
      create table notification_ledger (
        domain_id text not null,
        day date not null,
        changes bigint not null default 0,
        matched bigint not null default 0,
        after_silence bigint not null default 0,
        primary key (domain_id, day)
      ) with (fillfactor = 50)`);
    // The release before did not count: a row of no domain says until which day.
    await runner.query(`
      insert into notification_ledger (domain_id, day)
      select '', (clock_timestamp() at time zone 'UTC')::date
      where exists (select from subscription)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table notification_ledger`);
  }
}
