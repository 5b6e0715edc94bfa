import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNotificationLedger1795600000310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Changes read and notifications made by day, counted in the transactions that do so. The ledger compares them with the
    // notifications.
    await runner.query(`
      create table notification_ledger (
        domain_id text not null,
        day date not null,
        changes bigint not null default 0,
        matched bigint not null default 0,
        after_silence bigint not null default 0,
        primary key (domain_id, day)
      ) with (fillfactor = 50)`);
    // The previous release did not count. The row with an empty domain_id holds the last day on which it may have run.
    await runner.query(`
      insert into notification_ledger (domain_id, day)
      select '', (clock_timestamp() at time zone 'UTC')::date
      where exists (select from subscription)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table notification_ledger`);
  }
}
