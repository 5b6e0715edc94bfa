import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Slack apps, whose buttons act on alerts. */
export class AddSlackApps1796200000201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table slack_app (
        slack_app_id uuid primary key,
        domain_id text not null,
        name text not null,
        app_key_digest bytea not null,
        signing_secret bytea not null,
        bot_token bytea,
        api_url text,
        requires_known_user boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    await runner.query(`create unique index slack_app_key on slack_app (app_key_digest)`);
    await runner.query(`create unique index slack_app_name on slack_app (domain_id, name)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table slack_app`);
  }
}
