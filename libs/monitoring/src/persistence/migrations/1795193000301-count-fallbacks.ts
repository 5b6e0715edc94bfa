import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries that the plugin of a webhook could not parse and `auto` could: their number, the last time, and the reason. */
export class CountFallbacks1795193000301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_cursor
        add column fallback_count bigint not null default 0,
        add column last_fallback_at timestamptz,
        add column last_fallback_reason text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_cursor
        drop column fallback_count, drop column last_fallback_at, drop column last_fallback_reason`);
  }
}
