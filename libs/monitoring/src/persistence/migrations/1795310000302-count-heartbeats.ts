import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts pings. They are not alarms, so the ledger stays balanced when the previous release folds without this column. */
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
