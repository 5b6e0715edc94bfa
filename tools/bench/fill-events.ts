import type pg from 'pg';

const DAYS = 90;
const BATCH = 250_000;

/** The index of a domain or webhook: a half belongs to the first, the others get less and less. */
const SKEWED = (count: number, spread: string) => `floor(${count} * power(${spread}, 2))::int`;

/** Events of 90 days in 50 domains of very different size, the first of which holds half; 200 webhooks. */
export async function fillEvents(sql: pg.Pool, events: number): Promise<void> {
  await sql.query(`
    do $$ declare start bigint := floor((extract(epoch from now()) * 1000 / 86400000 - ${DAYS} - 4) / 7) * 604800000 + 345600000;
      step bigint := 604800000; name text;
    begin
      while start < extract(epoch from now()) * 1000 loop
        name := 'event_p' || to_char(to_timestamp(start / 1000) at time zone 'UTC', 'YYYYMMDD');
        if to_regclass(name) is null then
          execute format('create table %I partition of event for values from (%L) to (%L)', name,
            rpad(lpad(to_hex(start), 12, '0'), 32, '0')::uuid, rpad(lpad(to_hex(start + step), 12, '0'), 32, '0')::uuid);
        end if;
        start := start + step;
      end loop;
    end $$`);
  for (let done = 0; done < events; done += BATCH) {
    const many = Math.min(BATCH, events - done);
    await sql.query(
      `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
         severity, title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at)
       select 'd' || domain, (lpad(to_hex(at), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
         ('01910000-0000-7000-8000-' || lpad(to_hex(domain * 4 + n % 4), 12, '0'))::uuid, 'p' || domain * 4 + n % 4,
         gen_random_uuid(), gen_random_uuid(), 'key ' || n % 5000, (array['ALERT', 'RECOVERY'])[1 + n % 2],
         (array['CRITICAL', 'ERROR', 'WARNING', 'INFO'])[1 + (n % 37) % 4], 'Host ' || md5(n::text) || ' out of disk', '',
         '{"labels": {"job": "node"}}', '{}', 'sample', '1.0.0', to_timestamp(at / 1000.0), to_timestamp(at / 1000.0)
       from (
         select n, case when n % 2 = 0 then 0 else 1 + ${SKEWED(49, 'random()')} end as domain,
           (extract(epoch from now()) * 1000)::bigint - n * (${DAYS}::bigint * 86400000 / $2::bigint) as at
         from generate_series($1::bigint, $1::bigint + ${many} - 1) n
       ) as made`,
      [done, events],
    );
  }
  await sql.query('truncate event_roll_up');
  await sql.query(`
    insert into event_roll_up (domain_id, webhook_id, project_id, event_type, severity, hour, count)
    select domain_id, webhook_id, project_id, event_type, severity, date_trunc('hour', created_at, 'UTC'), count(*)
    from event group by 1, 2, 3, 4, 5, 6`);
  await sql.query('vacuum analyze event');
  await sql.query('vacuum analyze event_roll_up');
}
