import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a notification stands for one that it has overtaken and that somebody must notice. The previous release ignores it. */
export class WakeByWhatWasOvertaken1796400000151 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notification add wakes boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notification drop wakes');
  }
}
