import type pg from 'pg';

const DAYS = 90;
const BATCH_SIZE = 250_000;
/** Concurrent statements: the number of cores of the benchmark machine. */
const CONCURRENCY = 2;

/** An SQL expression for a skewed random index below `count`: lower indexes are more frequent. */
const skewedIndexSql = (count: number, spread: string) => `floor(${count} * power(${spread}, 2))::int`;

/** Inserts events of 90 days in 50 domains with 200 webhooks. The first domain has half of them; the others differ in size. */
export async function fillEvents(sql: pg.Pool, events: number): Promise<void> {
  await createPartitions(sql);
  const indexes = await dropIndexes(sql);
  const batches = Array.from({ length: Math.ceil(events / BATCH_SIZE) }, (_, at) => at * BATCH_SIZE);
  await runConcurrently(batches, (first) =>
    fillBatch(sql, first, Math.min(BATCH_SIZE, events - first), events),
  );
  await runConcurrently(indexes, (index) => runWithMemory(sql, index));
  await runWithMemory(
    sql,
    `insert into event_roll_up (domain_id, webhook_id, project_id, event_type, severity, hour, count)
     select domain_id, webhook_id, project_id, event_type, severity, date_trunc('hour', created_at, 'UTC'), count(*)
     from event group by 1, 2, 3, 4, 5, 6 order by 6`,
  );
  await sql.query(`
    insert into event_roll_up_day (domain_id, webhook_id, project_id, event_type, severity, day, count)
    select domain_id, webhook_id, project_id, event_type, severity, date_trunc('day', hour, 'UTC'), sum(count)
    from event_roll_up group by 1, 2, 3, 4, 5, 6 order by 6`);
  await runConcurrently(['event', 'event_roll_up', 'event_roll_up_day'], (table) =>
    sql.query(`vacuum analyze ${table}`),
  );
}

async function createPartitions(sql: pg.Pool): Promise<void> {
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
}

/** Drops the indexes, because building them after the inserts is much faster. Returns the statements that create them. */
async function dropIndexes(sql: pg.Pool): Promise<readonly string[]> {
  const { rows } = await sql.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'event' and indexname <> 'event_pkey'`,
  );
  for (const { indexname } of rows) await sql.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef.replace(' ONLY ', ' '));
}

/** Inserts a batch, oldest first, so that the rows have the physical order of real arrivals. */
function fillBatch(sql: pg.Pool, first: number, batchSize: number, events: number) {
  return sql.query(
    `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
       severity, title, description, resource_id, resource_type, resource_name, provider, raw_data, additional_info,
       plugin_id, plugin_version, created_at, occurred_at)
     select 'd' || domain, (lpad(to_hex(at), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
       ('01910000-0000-7000-8000-' || lpad(to_hex(domain * 4 + webhook), 12, '0'))::uuid, 'p' || domain * 4 + webhook,
       gen_random_uuid(), gen_random_uuid(), 'key ' || n % 5000, (array['ALERT', 'RECOVERY'])[kind],
       (array['CRITICAL', 'ERROR', 'WARNING', 'INFO'])[severity], 'Host ' || md5(n::text) || ' out of disk',
       'The filesystem has less than 5 % of its space left.', 'i-' || n % 5000, 'host', 'host-' || n % 5000, 'aws',
       jsonb_build_object('labels', jsonb_build_object('alertname', 'DiskFull', 'job', 'node', 'instance',
         'host-' || n % 5000 || ':9100', 'mountpoint', '/var/lib', 'severity', 'page'), 'value', n % 100, 'startsAt', at),
       '{"region": "eu-central-1"}', 'sample', '1.0.0', to_timestamp(at / 1000.0), to_timestamp(at / 1000.0)
     from (
       select n, case when n % 2 = 0 then 0 else 1 + ${skewedIndexSql(49, 'random()')} end as domain,
         ${skewedIndexSql(4, 'random()')} as webhook, 1 + floor(2 * random())::int as kind, 1 + ${skewedIndexSql(4, 'random()')} as severity,
         (extract(epoch from now()) * 1000)::bigint - ($3 - n) * (${DAYS}::bigint * 86400000 / $3) as at
       from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n
     ) as made`,
    [first, batchSize, events],
  );
}

async function runWithMemory(sql: pg.Pool, statement: string): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '256MB'`);
    await client.query(statement);
  } finally {
    client.release(true);
  }
}

async function runConcurrently<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const runNext = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runNext));
}
