import type { MigrationInterface, QueryRunner } from 'typeorm';

const FIGURES = [
  'accepted',
  'processed',
  'quarantined',
  'parsed',
  'created',
  'duplicate',
  'ignored',
  'refused',
];

/**
 * Counts of deliveries and of their outcomes by the day of arrival. They are written as deltas, so that writers do not
 * wait for each other.
 */
export class CreateLedger1795187000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = FIGURES.map((name) => `${name} bigint not null default 0`).join(', ');
    await runner.query(`create table ledger_delta (day date not null, ${columns})`);
    await runner.query(`create table ledger (day date primary key, ${columns}) with (fillfactor = 70)`);
    // Counts the existing deliveries. They are kept for some days only, so older ones are missing.
    await runner.query(`
      insert into ledger (day, ${FIGURES.join(', ')})
      select day, sum(delivery_count),
        coalesce(sum(bad.processed), 0), coalesce(sum(bad.quarantined), 0),
        coalesce(sum(kinds.parsed), 0), coalesce(sum(kinds.created), 0), coalesce(sum(kinds.duplicate), 0),
        coalesce(sum(kinds.ignored), 0), coalesce(sum(kinds.refused), 0)
      from (
        select (received_at at time zone 'UTC')::date as day, delivery_count, outcomes from delivery_segment
      ) segment
      left join lateral (
        select count(*) filter (where not bad) as processed, count(*) filter (where bad) as quarantined
        from (
          select exists (select from json_array_elements(delivery) one where one ->> 'outcome' = 'QUARANTINED') as bad
          from json_array_elements(outcomes) as delivery
        ) deliveries
      ) bad on true
      left join lateral (
        select count(*) as parsed,
          count(*) filter (where one ->> 'outcome' = 'CREATED') as created,
          count(*) filter (where one ->> 'outcome' = 'DUPLICATE') as duplicate,
          count(*) filter (where one ->> 'outcome' = 'IGNORED') as ignored,
          count(*) filter (where one ->> 'outcome' = 'QUARANTINED') as refused
        from json_array_elements(outcomes) as delivery, json_array_elements(delivery) as one
      ) kinds on true
      group by day`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table ledger, ledger_delta`);
  }
}
