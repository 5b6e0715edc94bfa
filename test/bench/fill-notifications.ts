import type { Pool } from 'pg';

/**
 * Adds pending notifications until `pendingCount` of them wait, each for its own alert and evenly spread over the subscriptions
 * that have sent one: each is a copy of a sent notification.
 */
export async function fillPending(sql: Pool, pendingCount: number): Promise<void> {
  const { rows } = await sql.query<{ there: number }>('select count(*)::int as there from notification_lane');
  await sql.query(
    `with sent as (
       select distinct on (subscription_id) n.* from notification n
       where state = 'SENT' order by subscription_id, notification_id
     ), numbered as (
       select sent.*, row_number() over (order by subscription_id) - 1 as turn, count(*) over () as turns from sent
     ), timed as (
       -- A thousand a second until now.
       select n, clock_timestamp() - make_interval(secs => ($1::int - n) / 1000.0) as at
       from generate_series(0, $1::int - 1) as n
     ), prefixed as (
       select n, at, overlay(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') placing '-' from 9 for 0) as prefix
       from timed
     ), made as (
       -- Ids begin with their time.
       select n, at, overlay(gen_random_uuid()::text placing prefix from 1 for 13)::uuid as id,
         overlay(gen_random_uuid()::text placing prefix from 1 for 13)::uuid as subject, numbered.*
       from prefixed join numbered on n % turns = turn
     ), notified as (
       insert into notification (notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id,
         subject_id, kind, state, severity, title, message, created_at, expires_at)
       select id, domain_id, project_id, subscription_id, protocol_id, subject, subject, kind, 'PENDING', severity,
         title, message, at, clock_timestamp() + interval '1 day'
       from made order by n
     )
     insert into notification_lane (subscription_id, subject_id, domain_id, protocol_id, head_id, floor_id, tail_id,
       expires_at, next_attempt_at)
     select subscription_id, subject, domain_id, protocol_id, id, id, id, clock_timestamp() + interval '1 day',
       at
     from made order by n`,
    [Math.max(0, pendingCount - (rows[0]?.there ?? 0))],
  );
  await sql.query('vacuum analyze notification_lane');
  await sql.query('vacuum analyze notification');
  // Now, so that no checkpoint runs during the measurement.
  await sql.query('checkpoint');
}
