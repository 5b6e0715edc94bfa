import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What subscriptions were told of keys that are flapping. What is held until a key is calm is kept like what is silenced. */
export class TellRightly1795950000301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flapping_told (
        subscription_id uuid not null,
        key_id uuid not null,
        severity text not null,
        calm_at timestamptz(3) not null,
        primary key (subscription_id, key_id)
      )`);
    await runner.query(`alter table silenced_alert alter silence_id drop not null`);
    // What is left to be done of a notification with several recipients.
    await runner.query(`alter table notification add progress jsonb`);
    // Mails and messages of chats show the present severity. A protocol that keeps incidents is always told.
    await runner.query(`
      update subscription set kinds = kinds || '["alert.deescalated"]'
      where protocol_id in ('email', 'slack', 'teams') and deleted_at is null
        and kinds @> '["alert.opened", "alert.escalated", "alert.resolved"]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update subscription set kinds = kinds - 'alert.deescalated'`);
    await runner.query(`delete from silenced_alert where silence_id is null`);
    await runner.query(`alter table silenced_alert alter silence_id set not null`);
    await runner.query(`alter table notification drop progress`);
    await runner.query(`drop table flapping_told`);
  }
}
