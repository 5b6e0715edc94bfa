import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ensurePartitions, PARTITIONED_TABLES } from '../partitions.js';

const MILLISECONDS = `lpad(to_hex((date_part('epoch', statement_timestamp()) * 1000)::bigint), 12, '0')`;
const CHANGE_ID = `(${MILLISECONDS} || '70008' || lpad(to_hex(nextval('alert_change_index')), 15, '0'))::uuid`;

/**
 * The tables of monitoring as of release 0.2.0. It has the name of the last migration of that release, so that a database of 0.2.0 counts as
 * migrated up to here.
 */
export class AddRule1795700000501 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhook (
        webhook_id uuid primary key,
        domain_id text not null,
        project_id text not null,
        name text not null,
        state text not null check (state in ('ENABLED', 'DISABLED')),
        plugin_id text not null,
        plugin_version text not null,
        upgrade_mode text not null check (upgrade_mode in ('MANUAL', 'AUTO')),
        options jsonb not null,
        secret_options bytea,
        access_key bytea not null,
        access_key_digest bytea not null,
        previous_access_key_digest bytea,
        previous_access_key_expires_at timestamptz(3),
        tags jsonb not null,
        settings jsonb not null,
        verification_id uuid,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        signing_secrets bytea
      );
      create index webhook_domain on webhook (domain_id, webhook_id) where deleted_at is null;
      create unique index webhook_name on webhook (domain_id, project_id, name) where deleted_at is null`);
    // One row for each webhook. Whoever processes the webhook locks it, which keeps its deliveries in order.
    // `suspects`: the poison candidates that block it, [{delivery_id, failures, since (epoch)}].
    await runner.query(`
      create table webhook_cursor (
        webhook_id uuid primary key,
        domain_id text not null,
        received_count bigint not null default 0,
        failed_count bigint not null default 0,
        last_received_at timestamptz(3),
        last_error text,
        last_error_at timestamptz(3),
        attempts int not null default 0,
        next_attempt_at timestamptz(3),
        last_segment_id uuid,
        suspects jsonb,
        fallback_count bigint not null default 0,
        last_fallback_at timestamptz,
        last_fallback_reason text,
        quarantine_bytes bigint not null default 0,
        unkept_count bigint not null default 0,
        has_decisions boolean not null default false
      ) with (fillfactor = 50);
      create index webhook_cursor_postponed on webhook_cursor (next_attempt_at) where next_attempt_at is not null`);
    // The state of webhooks with limits. Each process that accepts deliveries for them writes it twice a second. Not part of
    // webhook_cursor, because a worker holds that row. Counting a backlog costs more the larger it is, so it is counted from
    // time to time, and what was accepted and processed since then is added and subtracted.
    await runner.query(`
      create table webhook_intake (
        webhook_id uuid primary key,
        domain_id text not null,
        max_rate float8 not null,
        tokens float8 not null,
        counted_at timestamptz not null,
        refused_count bigint not null,
        refused_at timestamptz(3),
        refused_reason text,
        backlog bigint,
        backlog_at timestamptz,
        backlog_taken bigint not null default 0,
        backlog_processed bigint
      ) with (fillfactor = 50)`);
    await runner.query(`
      create table verification (
        verification_id uuid primary key,
        domain_id text not null,
        webhook_id uuid not null,
        state text not null check (state in ('PENDING', 'VERIFIED', 'FAILED')),
        version text not null,
        checks jsonb not null default '[]',
        attempts int not null default 0,
        requested_at timestamptz(3) not null,
        next_attempt_at timestamptz(3) not null,
        started_at timestamptz(3),
        finished_at timestamptz(3),
        woken_at timestamptz(3)
      );
      create index verification_pending on verification (next_attempt_at) where state = 'PENDING';
      create index verification_webhook on verification (webhook_id)`);
    // The plugin versions of every live worker. A webhook is not moved to a version that some worker lacks.
    await runner.query(`
      create table worker_plugins (
        worker_id uuid primary key,
        versions text[] not null,
        heartbeat_at timestamptz(3) not null
      ) with (fillfactor = 50)`);
    // Webhooks that failed the checks of a newer version and kept theirs.
    await runner.query(`
      create table plugin_upgrade (
        webhook_id uuid primary key,
        domain_id text not null,
        version text not null,
        reason text,
        checked_at timestamptz(3) not null
      )`);
    // Calls that senders asked for. The row stays after the call, so that each call is made only once.
    await runner.query(`
      create table confirmation (
        confirmation_id uuid primary key,
        domain_id text not null,
        webhook_id uuid not null,
        url_hash text not null,
        url text not null,
        signed_by text,
        message bytea not null,
        state text not null default 'PENDING' check (state in ('PENDING', 'CONFIRMED', 'FAILED')),
        attempts int not null default 0,
        reason text,
        next_attempt_at timestamptz(3) not null default clock_timestamp(),
        created_at timestamptz(3) not null default clock_timestamp(),
        finished_at timestamptz(3),
        unique (webhook_id, url_hash)
      );
      create index confirmation_due on confirmation (next_attempt_at) where state = 'PENDING'`);
    // An explicit sequence, because partitioned tables support identity columns only since PostgreSQL 17. Each segment refers to
    // the previous one of its webhook, so the last deliveries are found by primary key. The payload is already compressed where
    // that pays.
    await runner.query(`
      create sequence delivery_segment_seq;
      create table delivery_segment (
        domain_id text not null,
        segment_id uuid not null,
        seq bigint not null default nextval('delivery_segment_seq'),
        webhook_id uuid not null,
        received_at timestamptz(3) not null,
        delivery_count int not null,
        late boolean not null default false,
        payload bytea not null,
        outcomes json,
        processed_at timestamptz(3),
        previous_id uuid,
        primary key (domain_id, segment_id)
      ) partition by range (segment_id);
      alter table delivery_segment alter column payload set storage external;
      create index delivery_segment_pending on delivery_segment (webhook_id, seq) where processed_at is null`);
    // The spools, and from which time of arrival each still holds deliveries; null if it is empty.
    await runner.query(`
      create table spool_mark (
        spool text primary key,
        held_from timestamptz(3),
        seen_at timestamptz(3) not null
      ) with (fillfactor = 50)`);
    // `outcomes` is a copy, because the log is dropped long before. Null for bodies that could not be read.
    await runner.query(`
      create table quarantine (
        domain_id text not null,
        delivery_id uuid not null,
        webhook_id uuid not null,
        project_id text not null,
        status text not null check (status in ('QUARANTINED', 'UNREADABLE')),
        reason text not null,
        payload bytea not null,
        received_at timestamptz(3) not null,
        outcomes json,
        primary key (domain_id, delivery_id)
      ) partition by range (delivery_id);
      alter table quarantine alter column payload set storage external;
      create index quarantine_newest on quarantine (domain_id, received_at, delivery_id);
      create index quarantine_webhook on quarantine (webhook_id, delivery_id)`);
    await runner.query(`
      create table unreadable_tally (
        webhook_id uuid primary key,
        domain_id text not null,
        seen bigint not null,
        kept int not null,
        kept_bytes bigint not null
      ) with (fillfactor = 50)`);
    // Acknowledged deliveries that were found missing after a fail-over, by the day of arrival.
    await runner.query(`
      create table lost_deliveries (
        found_at timestamptz(3) not null default clock_timestamp(),
        day date not null,
        delivery_count bigint not null,
        first_segment_id uuid not null,
        last_segment_id uuid not null,
        first_received_at timestamptz(3) not null,
        last_received_at timestamptz(3) not null,
        reason text not null
      );
      create index lost_deliveries_day on lost_deliveries (day)`);
    await runner.query(`
      create table replay (
        replay_id uuid primary key,
        domain_id text not null,
        webhook_id uuid not null,
        state text not null check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
        from_at timestamptz(3) not null,
        to_at timestamptz(3) not null,
        quarantined_only boolean not null,
        in_log boolean not null default false,
        after uuid not null default '00000000-0000-0000-0000-000000000000',
        total_count int,
        done_count int not null default 0,
        event_count int not null default 0,
        conflict_count int not null default 0,
        reason text,
        attempts int not null default 0,
        requested_at timestamptz(3) not null default now(),
        next_attempt_at timestamptz(3) not null default now(),
        started_at timestamptz(3),
        finished_at timestamptz(3)
      );
      create index replay_pending on replay (next_attempt_at) where state in ('PENDING', 'RUNNING');
      create index replay_webhook on replay (webhook_id)`);
    // Counts of deliveries and of their outcomes by the day of arrival. They are written as deltas, so that writers do not wait
    // for each other.
    await runner.query(`
      create table ledger (
        day date primary key,
        accepted bigint not null default 0,
        processed bigint not null default 0,
        quarantined bigint not null default 0,
        parsed bigint not null default 0,
        created bigint not null default 0,
        duplicate bigint not null default 0,
        ignored bigint not null default 0,
        refused bigint not null default 0,
        heartbeat bigint not null default 0,
        acknowledged bigint not null default 0
      ) with (fillfactor = 70)`);
    await runner.query(`
      create table ledger_delta (
        day date not null,
        accepted bigint not null default 0,
        processed bigint not null default 0,
        quarantined bigint not null default 0,
        parsed bigint not null default 0,
        created bigint not null default 0,
        duplicate bigint not null default 0,
        ignored bigint not null default 0,
        refused bigint not null default 0,
        heartbeat bigint not null default 0,
        acknowledged bigint not null default 0
      )`);
    // What correlation needs to know of earlier alarms, so that it never searches the events.
    await runner.query(`
      create table alarm_state (
        domain_id text not null,
        webhook_id uuid not null,
        key_hash bytea not null,
        alert_id uuid not null,
        open boolean not null,
        last_received_at timestamptz(3) not null,
        repeats bytea not null,
        event_times bytea not null default '',
        severity text,
        openings bytea not null default '',
        primary key (domain_id, webhook_id, key_hash)
      ) with (fillfactor = 70)`);
    await runner.query(`
      create table event (
        domain_id text not null,
        event_id uuid not null,
        webhook_id uuid not null,
        project_id text not null,
        alert_id uuid not null,
        delivery_id uuid not null,
        event_key text not null,
        event_type text not null,
        severity text not null,
        title text not null,
        description text not null,
        rule text,
        resource_id text,
        resource_type text,
        resource_name text,
        provider text,
        account text,
        image_url text,
        raw_data jsonb not null,
        additional_info jsonb not null,
        plugin_id text not null,
        plugin_version text not null,
        created_at timestamptz(3) not null,
        occurred_at timestamptz(3) not null,
        stored_at timestamptz(3) not null default clock_timestamp(),
        primary key (domain_id, event_id)
      ) partition by range (event_id);
      create index event_alert on event (domain_id, alert_id);
      create index event_severity on event (domain_id, severity, event_id);
      create index event_webhook on event (domain_id, webhook_id, event_id)`);
    // For substrings of titles. Without the extension, they are found by reading the partitions of the queried time.
    await runner.query(`
      do $$ begin
        create extension if not exists pg_trgm;
        create index event_title on event using gin (title gin_trgm_ops);
      exception when insufficient_privilege or undefined_file or feature_not_supported then
        raise notice 'no index for substrings of titles: %', sqlerrm;
      end $$`);
    // LZ4 if the server supports it, and otherwise nothing: at this rate, pglz costs more time than it saves.
    await runner.query(`
      do $$ begin
        alter table event alter column raw_data set compression lz4;
      exception when feature_not_supported then
        alter table event alter column raw_data set storage external;
      end $$`);
    // Reads the newest events of a domain before an id, the most frequent query of lists. Planning it for all partitions takes
    // longer than reading a page, and the best plan is always the same: the index in that order. PostgreSQL would not cache
    // this plan by itself, because a generic plan assumes a domain of average size. A function also works behind a pooler,
    // where statements cannot be prepared.
    await runner.query(`
      create function newest_events(of_domain text, since uuid, before uuid, many int) returns setof event
      language plpgsql stable parallel safe rows 100
      set plan_cache_mode = force_generic_plan
      set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
      as $$ begin
        return query select * from event
          where domain_id = of_domain and event_id >= since and event_id < before
          order by event_id desc limit many;
      end $$`);
    // `face_at`: the time of the alarm whose fields the alert shows. Indexed by the time of opening, which does not change; an
    // index by the last alarm would be updated with every alarm.
    await runner.query(`
      create table alert (
        domain_id text not null,
        alert_id uuid not null,
        webhook_id uuid not null,
        project_id text not null,
        event_key text not null,
        state text not null check (state in ('OPEN', 'RESOLVED')),
        resolved_reason text check (resolved_reason in ('RECOVERY', 'STALE', 'WEBHOOK_DELETED')),
        severity text not null,
        title text not null,
        resource_id text,
        resource_type text,
        resource_name text,
        opened_at timestamptz(3) not null,
        resolved_at timestamptz(3),
        last_received_at timestamptz(3) not null,
        event_count int not null,
        duplicate_count int not null,
        face_at timestamptz(3),
        acknowledged boolean not null default false,
        acknowledged_at timestamptz(3),
        acknowledged_by text,
        comment text,
        acknowledged_until timestamptz(3),
        rule text,
        primary key (domain_id, alert_id)
      ) with (fillfactor = 70);
      create index alert_acknowledged_until on alert (acknowledged_until)
        where acknowledged and state = 'OPEN' and acknowledged_until is not null;
      create index alert_key on alert (webhook_id, event_key, opened_at);
      create index alert_newest on alert (domain_id, opened_at, alert_id);
      create index alert_open on alert (webhook_id, opened_at) where state = 'OPEN'`);
    // All decisions about alerts. Alarms processed later may show that the alert was already resolved, or had already opened, at
    // the time of the decision. `alert_id` limits it to one alert; null applies it to the one of the key that was open then.
    await runner.query(`
      create table alert_decision (
        domain_id text not null,
        webhook_id uuid not null,
        event_key text not null,
        decided_at timestamptz not null,
        decision_id uuid not null,
        received_at timestamptz not null,
        alert_id uuid,
        acknowledged boolean not null,
        actor text,
        comment text,
        until timestamptz(3),
        primary key (domain_id, webhook_id, event_key, decided_at, decision_id)
      )`);
    // The outbox of alert changes, in the order of the changes of each alert. A change is written in the transaction that
    // changes the alert. change_id is a UUIDv7 with the number of the change in place of random bits: the index grows only at its
    // end, and no random number is generated.
    await runner.query(`
      create sequence alert_change_index;
      create table alert_change (
        xid xid8 not null default pg_current_xact_id(),
        index bigint not null default nextval('alert_change_index'),
        change_id uuid not null default ${CHANGE_ID},
        domain_id text not null,
        webhook_id uuid not null,
        project_id text not null,
        alert_id uuid not null,
        kind text not null,
        state_before text,
        state text not null,
        severity_before text,
        severity text not null,
        event_id uuid,
        actor text,
        changed_at timestamptz(3) not null default statement_timestamp(),
        flapping boolean not null default false,
        primary key (xid, index, change_id)
      ) partition by range (change_id);
      create index alert_change_domain on alert_change (domain_id, change_id)`);
    // The positions of the readers of alert changes at the end of each day. Changes from there on are kept.
    await runner.query(`
      create table alert_change_reader (
        reader text not null,
        day date not null default (statement_timestamp() at time zone 'utc')::date,
        xid xid8 not null,
        index bigint not null,
        primary key (reader, day)
      )`);
    await runner.query(`
      create sequence event_feed_index;
      create table event_feed (
        xid xid8 not null default pg_current_xact_id(),
        index bigint not null default nextval('event_feed_index'),
        domain_id text not null,
        event_ids uuid[] not null,
        stored_at timestamptz(3) not null default clock_timestamp(),
        primary key (xid, index)
      )`);
    await runner.query(`
      create table event_roll_up (
        domain_id text not null,
        webhook_id uuid not null,
        project_id text not null,
        event_type text not null,
        severity text not null,
        hour timestamptz(0) not null,
        count bigint not null,
        primary key (domain_id, hour, webhook_id, project_id, event_type, severity)
      )`);
    // With the count in the index, the days of a domain are read by an index-only scan.
    await runner.query(`
      create table event_roll_up_day (
        domain_id text not null,
        webhook_id uuid not null,
        project_id text not null,
        event_type text not null,
        severity text not null,
        day timestamptz(0) not null,
        count bigint not null,
        primary key (domain_id, day, webhook_id, project_id, event_type, severity) include (count)
      )`);
    await runner.query(`
      create table event_roll_up_delta (
        domain_id text not null,
        webhook_id uuid not null,
        project_id text not null,
        event_type text not null,
        severity text not null,
        hour timestamptz(0) not null,
        count bigint not null
      );
      create index event_roll_up_delta_domain on event_roll_up_delta (domain_id, hour)`);
    await runner.query(`
      create table alert_roll_up (
        domain_id text not null,
        webhook_id uuid not null,
        project_id text not null,
        state text not null,
        severity text not null,
        hour timestamptz(0) not null,
        count bigint not null,
        primary key (domain_id, hour, webhook_id, project_id, state, severity)
      );
      create index alert_roll_up_nothing on alert_roll_up (domain_id) where count = 0`);
    await runner.query(`
      create table alert_roll_up_day (
        domain_id text not null,
        webhook_id uuid not null,
        project_id text not null,
        state text not null,
        severity text not null,
        day timestamptz(0) not null,
        count bigint not null,
        primary key (domain_id, day, webhook_id, project_id, state, severity) include (count)
      );
      create index alert_roll_up_day_nothing on alert_roll_up_day (domain_id) where count = 0`);
    await runner.query(`
      create table alert_roll_up_delta (
        domain_id text not null,
        webhook_id uuid not null,
        project_id text not null,
        state text not null,
        severity text not null,
        hour timestamptz(0) not null,
        count bigint not null
      );
      create index alert_roll_up_delta_domain on alert_roll_up_delta (domain_id, hour)`);
    // due_at is the time at which the heartbeat is judged; null if none is scheduled or it is being judged. silent_for: seconds
    // without a ping while deliveries were accepted, before the last gap.
    await runner.query(`
      create table heartbeat (
        heartbeat_id uuid primary key,
        domain_id text not null,
        webhook_id uuid not null,
        project_id text not null,
        name text not null,
        expect_every text not null,
        grace text not null,
        patience int not null,
        severity text not null,
        state text not null default 'NEW' check (state in ('NEW', 'ALIVE', 'MISSING')),
        last_ping_at timestamptz(3),
        missing_since timestamptz(3),
        alert_id uuid,
        due_at timestamptz(3),
        created_at timestamptz(3) not null default clock_timestamp(),
        updated_at timestamptz(3) not null default clock_timestamp(),
        silent_for float8 not null default 0
      ) with (fillfactor = 70);
      create index heartbeat_domain on heartbeat (domain_id, heartbeat_id);
      create index heartbeat_due on heartbeat (due_at) where due_at is not null;
      create index heartbeat_missing on heartbeat (domain_id, heartbeat_id) where state = 'MISSING';
      create unique index heartbeat_name on heartbeat (webhook_id, name)`);
    // The start of the current time without a gap in accepting, and its value when the deadlines were last extended; the time
    // between the last two gaps, in which deliveries were accepted.
    await runner.query(`
      create table heartbeat_watch (
        only_row boolean primary key default true check (only_row),
        accepting_at timestamptz(3),
        accepting_since timestamptz(3),
        applied_since timestamptz(3),
        accepted_from timestamptz(3),
        accepted_until timestamptz(3)
      ) with (fillfactor = 50)`);
    await runner.query(`insert into heartbeat_watch default values`);
    await countAlerts(runner);
    await ensurePartitions(runner, PARTITIONED_TABLES, new Date());
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There is no older schema to return to'));
  }
}

/**
 * Counts alerts by triggers. Several writers change what an alert is counted as, and only the database sees each row
 * before and after. A change within the same count leaves no delta.
 */
async function countAlerts(runner: QueryRunner): Promise<void> {
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
