import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CancelReplays1795600000201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table replay drop constraint replay_state_check,
        add constraint replay_state_check check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update replay set state = 'FAILED', reason = 'It was cancelled' where state = 'CANCELLED'`,
    );
    await runner.query(`
      alter table replay drop constraint replay_state_check,
        add constraint replay_state_check check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED'))`);
  }
}
