import type { MigrationInterface, QueryRunner } from 'typeorm';

/** During an upgrade, the previous release sends each change singly. */
export class GroupNotifications1795600000302 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table subscription add group_by jsonb`);
    // Notifications that must not wait for others of their group.
    await runner.query(`alter table notification add is_single boolean`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table notification drop is_single`);
    await runner.query(`alter table subscription drop group_by`);
  }
}
