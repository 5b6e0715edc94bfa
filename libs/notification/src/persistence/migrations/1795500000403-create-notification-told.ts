import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records what the service has notified of about itself, so that it does so only once. */
export class CreateNotificationTold1795500000403 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table notification_told (
        domain_id text not null,
        key text not null,
        told_at timestamptz(3) not null,
        primary key (domain_id, key)
      )`);
    await runner.query(`create index notification_told_at on notification_told (told_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table notification_told`);
  }
}
