import type { MigrationInterface, QueryRunner } from 'typeorm';

const MILLISECONDS = `lpad(to_hex((date_part('epoch', statement_timestamp()) * 1000)::bigint), 12, '0')`;
/** A UUIDv7 whose random part is the number of the change: the index only grows at its end, and no random bits are asked for. */
const NUMBERED = `(${MILLISECONDS} || '70008' || lpad(to_hex(nextval('alert_change_index')), 15, '0'))::uuid`;
const RANDOM = `overlay(gen_random_uuid()::text placing
  substr(${MILLISECONDS}, 1, 8) || '-' || substr(${MILLISECONDS}, 9) from 1 for 13)::uuid`;

/** Ids of changes in the order in which they were written, also within a millisecond: half the time of an insertion. */
export class NumberChanges1795600000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert_change alter change_id set default ${NUMBERED}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert_change alter change_id set default ${RANDOM}`);
  }
}
