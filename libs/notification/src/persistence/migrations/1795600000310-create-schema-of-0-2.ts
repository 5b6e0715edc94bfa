import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ensurePartitions } from '../partitions.js';

/**
 * The tables of notification as of release 0.2.0. It has the name of the last migration of that release, so that a database of 0.2.0 counts as
 * migrated up to here.
 */
export class CreateNotificationLedger1795600000310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table quota (
        quota_id uuid primary key,
        domain_id text not null,
        protocol_id text not null,
        "limit" jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );
      create unique index quota_protocol on quota (domain_id, protocol_id)`);
    // By protocol, because it outlives the quota. Updated constantly: the fill factor leaves room for HOT updates.
    await runner.query(`
      create table quota_usage (
        domain_id text not null,
        protocol_id text not null,
        day date not null,
        consumed bigint not null check (consumed >= 0),
        refused bigint not null,
        primary key (domain_id, protocol_id, day)
      ) with (fillfactor = 50);
      create index quota_usage_day on quota_usage (day)`);
    // What a retry or a release refers to, for two days.
    await runner.query(`
      create table quota_consumption (
        consumption_id uuid primary key,
        domain_id text not null,
        protocol_id text not null,
        day date not null,
        amount int not null,
        created_at timestamptz(3) not null,
        remaining_day bigint,
        remaining_month bigint,
        retry_key bytea,
        request bytea,
        released int,
        release_key bytea,
        release_request bytea,
        released_at timestamptz(3)
      ) with (fillfactor = 80);
      create index quota_consumption_age on quota_consumption using brin (created_at);
      create unique index quota_consumption_key on quota_consumption (retry_key) where retry_key is not null;
      create unique index quota_consumption_release_key on quota_consumption (release_key)
        where release_key is not null`);
    // `options` has masks in the place of secrets. Changes of alerts before `active_since` are not sent.
    await runner.query(`
      create table subscription (
        subscription_id uuid primary key,
        domain_id text not null,
        project_id text,
        name text not null,
        state text not null,
        state_reason text,
        protocol_id text not null,
        options jsonb not null,
        secret_options bytea,
        signing_secrets bytea,
        previous_secret_expires_at timestamptz(3),
        kinds jsonb not null,
        filter jsonb not null,
        filter_or jsonb not null,
        active_since timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        group_by jsonb,
        template text
      );
      create index subscription_enabled on subscription (domain_id)
        where (state = 'ENABLED') and (deleted_at is null);
      create unique index subscription_name on subscription (domain_id, COALESCE(project_id, ''), name)
        where deleted_at is null`);
    // Updated with every attempt: the fill factor leaves room for HOT updates.
    await runner.query(`
      create table subscription_health (
        subscription_id uuid primary key,
        domain_id text not null,
        last_attempt_at timestamptz(3),
        last_sent_at timestamptz(3),
        failures int not null default 0,
        last_error text,
        probe_at timestamptz(3)
      ) with (fillfactor = 50)`);
    await runner.query(`
      create table silence (
        silence_id uuid primary key,
        domain_id text not null,
        name text not null,
        filter jsonb not null,
        filter_or jsonb not null,
        starts_at timestamptz(3) not null,
        ends_at timestamptz(3) not null,
        reason text not null,
        weekly jsonb,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3)
      );
      create index silence_deleted on silence (deleted_at) where deleted_at is not null;
      create index silence_domain on silence (domain_id, ends_at) where deleted_at is null`);
    // One row for each subscription and alert with something silenced, until nothing silences it any more. Then the change is
    // sent if the alert is open; the resolution if it is resolved and the last notification before said that it is open
    // (was_open).
    await runner.query(`
      create table silenced_alert (
        subscription_id uuid not null,
        alert_id uuid not null,
        domain_id text not null,
        silence_id uuid not null,
        look_at timestamptz(3) not null,
        change json,
        is_opening boolean not null,
        resolution json,
        was_open boolean not null,
        primary key (subscription_id, alert_id)
      );
      create index silenced_alert_due on silenced_alert (look_at);
      create index silenced_alert_silence on silenced_alert (silence_id)`);
    await runner.query(`
      create sequence notification_seq;
      create table notification (
        notification_id uuid primary key,
        domain_id text not null,
        project_id text,
        subscription_id uuid not null,
        protocol_id text not null,
        alert_id uuid,
        seq bigint not null default nextval('notification_seq'),
        kind text not null,
        state text not null,
        reason text,
        severity text not null,
        title text not null,
        message json not null,
        attempts jsonb not null default '[]',
        attempt_count int not null default 0,
        next_attempt_at timestamptz(3),
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        sent_at timestamptz(3),
        silence_id uuid,
        subject_id uuid not null,
        digest_id uuid,
        is_single boolean
      ) partition by range (notification_id);
      create index notification_alert on notification (alert_id);
      create index notification_digest on notification (digest_id) where digest_id is not null;
      create index notification_domain on notification (domain_id, notification_id);
      create index notification_subscription on notification (subscription_id, notification_id);
      create index notification_waiting on notification (subscription_id, subject_id, seq)
        where state in ('PENDING', 'HELD')`);
    await ensurePartitions(runner, new Date());
    // One row for each subscription and subject with something to send. Claims look for work only here. No waiting
    // notification of the lane has an id below floor_id, so older partitions are not read. While digest_id is set, the lane
    // waits for the outcome of that digest. A held lane is due at infinity; tail_id is the last notification that joined it.
    await runner.query(`
      create table notification_lane (
        subscription_id uuid not null,
        subject_id uuid not null,
        domain_id text not null,
        protocol_id text not null,
        head_id uuid not null,
        floor_id uuid not null,
        expires_at timestamptz(3) not null,
        next_attempt_at timestamptz(3) not null,
        attempt_id uuid,
        attempted_at timestamptz(3),
        digest_id uuid,
        hold_key text,
        tail_id uuid,
        primary key (subscription_id, subject_id)
      ) with (fillfactor = 70);
      create index notification_lane_digest on notification_lane (digest_id) where digest_id is not null;
      create index notification_lane_domain on notification_lane (domain_id, subscription_id);
      create index notification_lane_due on notification_lane (subscription_id, next_attempt_at);
      create index notification_lane_expiry on notification_lane (expires_at);
      create index notification_lane_held on notification_lane (subscription_id, hold_key)
        where hold_key is not null;
      create index notification_lane_sending on notification_lane (subscription_id) where attempt_id is not null`);
    // How far the changes of a domain were read. Only domains with an enabled subscription have a row.
    await runner.query(`
      create table notification_cursor (
        domain_id text primary key,
        xid xid8 not null,
        index bigint not null,
        at bigint not null,
        retry_at timestamptz(3),
        failures int not null default 0
      ) with (fillfactor = 50)`);
    // What a protocol remembers of what it sent. Separate from the lane, which exists only while something waits in it.
    await runner.query(`
      create table notification_receipt (
        subscription_id uuid not null,
        subject_id uuid not null,
        receipt jsonb not null,
        stored_at timestamptz(3) not null,
        primary key (subscription_id, subject_id)
      )`);
    // One row for each subscription and reason why lanes wait together. hold_key is empty for the quota. opened_at is in
    // microseconds, because the id of the digest is derived from it. look_at is null while nothing waits.
    await runner.query(`
      create table notification_hold (
        subscription_id uuid not null,
        hold_key text not null,
        domain_id text not null,
        protocol_id text not null,
        opened_at timestamptz not null,
        digest_at timestamptz(3) not null,
        look_at timestamptz(3),
        told_at timestamptz(3),
        primary key (subscription_id, hold_key)
      ) with (fillfactor = 50);
      create index notification_hold_due on notification_hold (look_at) where look_at is not null`);
    // What the service has notified of about itself, so that it does so only once.
    await runner.query(`
      create table notification_told (
        domain_id text not null,
        key text not null,
        told_at timestamptz(3) not null,
        primary key (domain_id, key)
      );
      create index notification_told_at on notification_told (told_at)`);
    // Notifications of the domain up to after_id were processed. Those written after the request are not resent.
    await runner.query(`
      create table notification_resend (
        resend_id uuid primary key,
        domain_id text not null,
        state text not null,
        query jsonb not null,
        after_id uuid not null,
        until_id uuid not null,
        total_count int,
        done_count int not null default 0,
        resent_count int not null default 0,
        reason text,
        failures int not null default 0,
        look_at timestamptz(3) not null,
        requested_at timestamptz(3) not null,
        started_at timestamptz(3),
        finished_at timestamptz(3)
      ) with (fillfactor = 50);
      create index notification_resend_domain on notification_resend (domain_id, finished_at);
      create index notification_resend_due on notification_resend (look_at) where state in ('PENDING', 'RUNNING')`);
    // Changes read and notifications made by day, counted in the transactions that do so. The ledger compares them with the
    // notifications. A row with an empty domain_id holds the last day on which a release that did not count may have run.
    await runner.query(`
      create table notification_ledger (
        domain_id text not null,
        day date not null,
        changes bigint not null default 0,
        matched bigint not null default 0,
        after_silence bigint not null default 0,
        primary key (domain_id, day)
      ) with (fillfactor = 50)`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There is no older schema to return to'));
  }
}
