import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexQueries1795176002001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index event_severity on event (domain_id, severity, event_id)`);
    await runner.query(`create index alert_newest on alert (domain_id, opened_at, alert_id)`);
    // For substrings of titles. Without the extension, they are found by reading the partitions of the queried time.
    await runner.query(`
      do $$ begin
        create extension if not exists pg_trgm;
        create index event_title on event using gin (title gin_trgm_ops);
      exception when insufficient_privilege or undefined_file or feature_not_supported then
        raise notice 'no index for substrings of titles: %', sqlerrm;
      end $$`);
    // Counts the events that were stored before the deltas existed.
    await runner.query(`
      insert into event_roll_up (domain_id, webhook_id, project_id, event_type, severity, hour, count)
      select domain_id, webhook_id, project_id, event_type, severity,
        date_trunc('hour', created_at, 'UTC'), count(*)
      from event group by 1, 2, 3, 4, 5, 6`);
    await runner.query(`create index event_roll_up_delta_domain on event_roll_up_delta (domain_id, hour)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`truncate event_roll_up, event_roll_up_delta`);
    await runner.query(`
      drop index if exists event_roll_up_delta_domain, event_title, alert_newest, event_severity`);
  }
}
