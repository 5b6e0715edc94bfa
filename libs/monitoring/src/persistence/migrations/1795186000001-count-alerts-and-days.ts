import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEYS = { event: 'event_type', alert: 'state' } as const;

export class CountAlertsAndDays1795186000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['alert_roll_up', 'alert_roll_up_delta']) await createCounts(runner, table, 'alert');
    await createCounts(runner, 'alert_roll_up_day', 'alert', 'day');
    await createCounts(runner, 'event_roll_up_day', 'event', 'day');
    await runner.query(`create index alert_roll_up_delta_domain on alert_roll_up_delta (domain_id, hour)`);
    for (const [what, time] of [
      ['event_roll_up_day', 'day'],
      ['alert_roll_up', 'hour'],
      ['alert_roll_up_day', 'day'],
    ] as const) {
      const kind = KEYS[what.startsWith('event') ? 'event' : 'alert'];
      await runner.query(
        `alter table ${what} add primary key (domain_id, ${time}, webhook_id, project_id, ${kind}, severity)`,
      );
    }
    // Finds counts of zero, which are removed.
    for (const table of ['alert_roll_up', 'alert_roll_up_day']) {
      await runner.query(`create index ${table}_nothing on ${table} (domain_id) where count = 0`);
    }
    await countChanges(runner);
    await runner.query(`lock table alert, event_roll_up, event_roll_up_delta in share row exclusive mode`);
    await runner.query(`
      insert into event_roll_up_day (domain_id, webhook_id, project_id, event_type, severity, day, count)
      select domain_id, webhook_id, project_id, event_type, severity, date_trunc('day', hour, 'UTC'), sum(count)
      from event_roll_up group by 1, 2, 3, 4, 5, 6`);
    for (const [table, time] of [
      ['alert_roll_up', 'hour'],
      ['alert_roll_up_day', 'day'],
    ]) {
      await runner.query(`
        insert into ${table} (domain_id, webhook_id, project_id, state, severity, ${time}, count)
        select domain_id, webhook_id, project_id, state, severity, date_trunc('${time}', opened_at, 'UTC'), count(*)
        from alert group by 1, 2, 3, 4, 5, 6`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop trigger count_inserted on alert`);
    await runner.query(`drop trigger count_updated on alert`);
    await runner.query(`drop trigger count_deleted on alert`);
    await runner.query(`drop function tocsin_count_alerts`);
    await runner.query(`drop table alert_roll_up, alert_roll_up_day, alert_roll_up_delta, event_roll_up_day`);
  }
}

function createCounts(runner: QueryRunner, table: string, what: keyof typeof KEYS, time = 'hour') {
  return runner.query(`
    create table ${table} (
      domain_id text not null,
      webhook_id uuid not null,
      project_id text not null,
      ${KEYS[what]} text not null,
      severity text not null,
      ${time} timestamptz(0) not null,
      count bigint not null
    )`);
}

/**
 * Counts alerts by triggers. Several writers change what an alert is counted as, and only the database sees each row
 * before and after. A change within the same count leaves no delta.
 */
async function countChanges(runner: QueryRunner): Promise<void> {
  const rows = (table: string, sign: string) =>
    `select domain_id, webhook_id, project_id, state, severity, date_trunc('hour', opened_at, 'UTC') as hour, ${sign} as n
     from ${table}`;
  const count = (from: string) => `
    insert into alert_roll_up_delta (domain_id, webhook_id, project_id, state, severity, hour, count)
    select domain_id, webhook_id, project_id, state, severity, hour, sum(n) from (${from}) changed
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0;`;
  await runner.query(`
    create function tocsin_count_alerts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${count(rows('after', '1'))}
      elsif tg_op = 'DELETE' then ${count(rows('before', '-1'))}
      else ${count(`${rows('after', '1')} union all ${rows('before', '-1')}`)}
      end if;
      return null;
    end $$`);
  const trigger = (name: string, event: string, tables: string) =>
    runner.query(
      `create trigger ${name} after ${event} on alert referencing ${tables}
       for each statement execute function tocsin_count_alerts()`,
    );
  await trigger('count_inserted', 'insert', 'new table as after');
  await trigger('count_updated', 'update', 'old table as before new table as after');
  await trigger('count_deleted', 'delete', 'old table as before');
}
