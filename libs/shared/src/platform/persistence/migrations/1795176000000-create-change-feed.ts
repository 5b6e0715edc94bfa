import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateChangeFeed1795176000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table change_counter (
        only_row boolean primary key default true check (only_row),
        revision bigint not null
      ) with (fillfactor = 50)`);
    await runner.query(`insert into change_counter (revision) values (0)`);
    await runner.query(`
      create table change_log (
        revision bigint not null,
        topic text not null,
        record_id uuid not null,
        changed_at timestamptz(3) not null default clock_timestamp(),
        primary key (revision, topic, record_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table change_log, change_counter`);
  }
}
