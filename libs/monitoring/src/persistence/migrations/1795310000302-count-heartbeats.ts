import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pings are no alarms: the release before, which folds what is counted, leaves the ledger balanced without them. */
export class CountHeartbeats1795310000302 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['ledger', 'ledger_delta'])
      await runner.query(`alter table ${table} add column heartbeat bigint not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['ledger', 'ledger_delta'])
      await runner.query(`alter table ${table} drop column heartbeat`);
  }
}
