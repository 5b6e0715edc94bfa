import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateFeedAndRollUp1795176000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table event_feed (
        xid xid8 not null default pg_current_xact_id(),
        index int not null,
        domain_id text not null,
        event_ids uuid[] not null,
        stored_at timestamptz(3) not null default clock_timestamp(),
        primary key (xid, index)
      )`);
    for (const table of ['event_roll_up', 'event_roll_up_delta']) {
      await runner.query(`
        create table ${table} (
          domain_id text not null,
          webhook_id uuid not null,
          project_id text not null,
          event_type text not null,
          severity text not null,
          hour timestamptz(0) not null,
          count bigint not null
        )`);
    }
    await runner.query(`
      alter table event_roll_up add primary key (domain_id, hour, webhook_id, project_id, event_type, severity)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table event_roll_up_delta, event_roll_up, event_feed`);
  }
}
