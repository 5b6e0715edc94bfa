import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Missing heartbeats are counted at each scrape of the metrics. */
export class FindMissingHeartbeats1795430000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index heartbeat_missing on heartbeat (domain_id, heartbeat_id) where state = 'MISSING'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index heartbeat_missing`);
  }
}
