import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A regular expression for the zone of an instant. */
const ZONE = '(Z|[+-](0\\d|1[0-4])(:?[0-5]\\d)?)';

/**
 * The tables and functions of no context as of release 0.2.0. It has the name of the last migration of that release, so that a database of 0.2.0 counts as
 * migrated up to here.
 */
export class ReadOtherInstants1795400000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table change_counter (
        only_row boolean primary key default true check (only_row),
        revision bigint not null
      ) with (fillfactor = 50)`);
    await runner.query(`
      create table change_log (
        revision bigint not null,
        topic text not null,
        record_id uuid not null,
        changed_at timestamptz(3) not null default clock_timestamp(),
        primary key (revision, topic, record_id)
      )`);
    await runner.query(`insert into change_counter (revision) values (0)`);
    await runner.query(`
      create table idempotency_key (
        digest bytea primary key,
        fingerprint bytea not null,
        owner uuid not null,
        started_at timestamptz(3) not null,
        answer bytea
      );
      create index idempotency_key_started on idempotency_key (started_at)`);
    await runner.query(`
      create table audit_log (
        audit_id uuid primary key,
        domain_id text not null,
        action text not null,
        resource_type text not null,
        resource_id text not null,
        user_id text,
        api_key_id text,
        root boolean not null,
        address text,
        created_at timestamptz(3) not null
      );
      create index audit_log_domain on audit_log (domain_id, audit_id)`);
    await runner.query(`
      create table encryption_key_check (
        only_row boolean primary key default true check (only_row),
        sealed bytea not null
      )`);
    // A plain cast would fail the whole statement for one invalid date in stored JSON. The pattern excludes everything but days
    // that a month does not have.
    await runner.query(`
      create function tocsin_instant(given text) returns timestamptz
      language sql immutable parallel safe return
        case when given ~ '^(?!0000)\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])([T ]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?${ZONE}?)?$'
        then case when substr(given, 9, 2)::int <= extract(day from
            (substr(given, 1, 8) || '01')::date + interval '1 month' - interval '1 day')
          then (case when given ~ '[T ].*${ZONE}$' then given
            when given ~ '[T ]' then given || 'Z' else given || 'T00:00:00Z' end)::timestamptz
        end end`);
    // First and last value, including null. Only one value is kept, because a list of all of them would have no bound.
    await runner.query(`
      create function tocsin_keep_first(kept anyarray, value anyelement) returns anyarray
      language plpgsql immutable parallel safe as $$
      begin
        if kept is null then
          kept := array[value];
        end if;
        return kept;
      end $$`);
    await runner.query(`
      create function tocsin_keep_last(kept anyelement, value anyelement) returns anyelement
      language plpgsql immutable parallel safe as $$
      begin
        return value;
      end $$`);
    await runner.query(`
      create function tocsin_only(kept anyarray) returns anyelement
      language sql immutable strict parallel safe as 'select kept[1]'`);
    await runner.query(
      `create aggregate tocsin_first(anyelement)
         (sfunc = tocsin_keep_first, stype = anyarray, finalfunc = tocsin_only)`,
    );
    await runner.query(
      `create aggregate tocsin_last(anyelement) (sfunc = tocsin_keep_last, stype = anyelement)`,
    );
    await runner.query(
      `create aggregate tocsin_merge(jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}')`,
    );
    // Merges objects, and fails before the result uses up the database's memory.
    await runner.query(`
      create function tocsin_merge_one(merged jsonb, value jsonb, most bigint) returns jsonb
      language plpgsql immutable strict parallel safe as $$
      begin
        merged := merged || value;
        if pg_column_size(merged) > most then
          raise exception using errcode = 'program_limit_exceeded',
            message = format('a merged object is over %s', pg_size_pretty(most));
        end if;
        return merged;
      end $$`);
    await runner.query(
      `create aggregate tocsin_merge(jsonb, bigint) (sfunc = tocsin_merge_one, stype = jsonb, initcond = '{}')`,
    );
    // Runs beside an aggregate that builds a list, and ends the statement before the list uses up the database's memory.
    await runner.query(`
      create function tocsin_weigh_one(total bigint, value jsonb, most bigint) returns bigint
      language plpgsql immutable strict parallel safe as $$
      begin
        total := total + pg_column_size(value);
        if total > most then
          raise exception using errcode = 'program_limit_exceeded',
            message = format('a list is over %s', pg_size_pretty(most));
        end if;
        return total;
      end $$`);
    await runner.query(
      `create aggregate tocsin_weigh(jsonb, bigint) (sfunc = tocsin_weigh_one, stype = bigint, initcond = '0')`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There is no older schema to return to'));
  }
}
