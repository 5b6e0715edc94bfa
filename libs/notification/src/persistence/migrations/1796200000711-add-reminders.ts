import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddReminders1796200000711 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // While seeds_reminders is set, the open alerts that the subscription was told before have no reminder yet.
    await runner.query(`
      alter table subscription add remind jsonb, add seeds_reminders boolean not null default false;
      create index subscription_seeds_reminders on subscription (subscription_id) where seeds_reminders`);
    // One row for each subscription with reminders and open alert. told_at is when it was last told of the alert, as far as that
    // was looked at: older notifications need not be read.
    await runner.query(`
      create table reminder (
        subscription_id uuid not null,
        alert_id uuid not null,
        domain_id text not null,
        look_at timestamptz(3) not null,
        told_at timestamptz(3),
        primary key (subscription_id, alert_id)
      ) with (fillfactor = 70);
      create index reminder_due on reminder (look_at)`);
    // An alert that waits as a target of many inhibitions with the same key has one row: the others are listed in it.
    await runner.query(`
      alter table inhibition_alert add others uuid[] not null default '{}';
      drop index inhibition_alert_waiting;
      create index inhibition_alert_waiting on inhibition_alert (domain_id, key) where waits_until is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index inhibition_alert_waiting;
      create index inhibition_alert_waiting on inhibition_alert (inhibition_id, key) where waits_until is not null;
      alter table inhibition_alert drop others;
      drop table reminder;
      drop index subscription_seeds_reminders;
      alter table subscription drop remind, drop seeds_reminders`);
  }
}
