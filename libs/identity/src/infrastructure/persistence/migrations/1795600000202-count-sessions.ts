import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the sessions that were started within the last hour, which each sign-in counts. */
export class CountSessions1795600000202 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index session_created on session (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index session_created`);
  }
}
