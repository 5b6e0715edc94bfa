import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index of the domains and subscriptions with something to send. Claims use it for their turns. */
export class FindLanesOfDomain1795600000201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index notification_lane_domain on notification_lane (domain_id, subscription_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index notification_lane_domain`);
  }
}
