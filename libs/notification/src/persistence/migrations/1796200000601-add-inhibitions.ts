import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddInhibitions1796200000601 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table inhibition (
        inhibition_id uuid primary key,
        domain_id text not null,
        project_id text,
        name text not null,
        enabled boolean not null,
        source jsonb not null,
        target jsonb not null,
        equal jsonb not null,
        wait int not null,
        settle int not null,
        max int not null,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        seeded_for uuid
      );
      create index inhibition_domain on inhibition (domain_id)`);
    // A new cursor has seen nothing of what opened before: the sources are to be found again.
    await runner.query(
      `alter table notification_cursor add incarnation uuid not null default gen_random_uuid()`,
    );
    // What open alerts are for inhibitions: sources for as long as they are open, targets for as long as their opening waits.
    // A source that no inhibition can hold is read first.
    await runner.query(`
      create table inhibition_alert (
        inhibition_id uuid not null,
        alert_id uuid not null,
        domain_id text not null,
        key uuid not null,
        is_source boolean not null,
        is_target boolean not null,
        can_be_held boolean not null,
        waits_until timestamptz(3),
        primary key (inhibition_id, alert_id)
      );
      create index inhibition_alert_alert on inhibition_alert (alert_id);
      create index inhibition_alert_source on inhibition_alert (inhibition_id, key, can_be_held, alert_id)
        where is_source;
      create index inhibition_alert_waiting on inhibition_alert (inhibition_id, key) where waits_until is not null;
      create index inhibition_alert_domain on inhibition_alert (domain_id)`);
    await runner.query(`
      alter table notification add inhibition_id uuid, add source_alert_id uuid;
      alter table silenced_alert add inhibition_id uuid, add source_alert_id uuid;
      create index silenced_alert_inhibition on silenced_alert (inhibition_id, source_alert_id)
        where inhibition_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update notification set state = 'SILENCED' where state = 'INHIBITED';
      alter table notification drop inhibition_id, drop source_alert_id;
      update silenced_alert set look_at = statement_timestamp() where inhibition_id is not null;
      alter table silenced_alert drop inhibition_id, drop source_alert_id;
      drop table inhibition_alert;
      alter table notification_cursor drop incarnation;
      drop table inhibition`);
  }
}
