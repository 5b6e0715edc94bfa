import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links in messages to act on an alert. Subscriptions that exist get none until somebody asks for them. */
export class AddActionLinks1796100000501 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table subscription add actions boolean not null default false`);
    // A link acts once. Its id is a hash of its token.
    await runner.query(`
      create table action_link_use (
        link_id bytea primary key,
        domain_id text not null,
        used_at timestamptz(3) not null default clock_timestamp()
      )`);
    await runner.query(`create index action_link_use_age on action_link_use (used_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table action_link_use`);
    await runner.query(`alter table subscription drop actions`);
  }
}
