import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ensurePartitions } from '../partitions.js';

export class CreateDeliveryLog1795176000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // An explicit sequence, because partitioned tables support identity columns only since PostgreSQL 17. Cache 1: with
    // a larger cache, sessions would assign numbers out of the order of their commits.
    await runner.query(`create sequence delivery_segment_seq cache 1`);
    await runner.query(`
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
        primary key (domain_id, segment_id)
      ) partition by range (segment_id)`);
    await runner.query(`
      create index delivery_segment_pending on delivery_segment (webhook_id, seq) where processed_at is null`);
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
        primary key (domain_id, delivery_id)
      ) partition by range (delivery_id)`);
    await runner.query(`create index quarantine_webhook on quarantine (webhook_id, delivery_id)`);
    await runner.query(`
      create table unreadable_tally (
        webhook_id uuid primary key,
        domain_id text not null,
        seen bigint not null,
        kept int not null,
        kept_bytes bigint not null
      ) with (fillfactor = 50)`);
    // The payload is already compressed where that pays.
    await runner.query(`alter table delivery_segment alter column payload set storage external`);
    await runner.query(`alter table quarantine alter column payload set storage external`);
    await ensurePartitions(runner, ['delivery_segment', 'quarantine'], new Date());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table unreadable_tally, quarantine, delivery_segment`);
    await runner.query(`drop sequence delivery_segment_seq`);
  }
}
