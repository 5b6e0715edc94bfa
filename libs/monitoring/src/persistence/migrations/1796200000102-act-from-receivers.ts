import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What people do to alerts where they are told of them. Each act is carried out once, and in the order of that receiver. A change
 * names the subscription of the receiver that it came from. The previous release leaves these columns empty.
 */
export class ActFromReceivers1796200000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert_change add via_id uuid, add via_at timestamptz(3)`);
    await runner.query(`
      create table alert_act (
        domain_id text not null,
        via_id uuid not null,
        act_id bytea not null,
        alert_id uuid not null,
        occurred_at timestamptz(3) not null,
        received_at timestamptz(3) not null default statement_timestamp(),
        primary key (domain_id, via_id, act_id)
      )`);
    await runner.query(`create index alert_act_newest on alert_act (domain_id, alert_id, occurred_at)`);
    await runner.query(`create index alert_act_age on alert_act (domain_id, received_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table alert_act`);
    await runner.query(`alter table alert_change drop via_id, drop via_at`);
  }
}
