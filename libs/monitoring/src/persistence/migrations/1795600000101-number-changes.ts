import type { MigrationInterface, QueryRunner } from 'typeorm';

const MILLISECONDS = `lpad(to_hex((date_part('epoch', statement_timestamp()) * 1000)::bigint), 12, '0')`;
/**
 * A UUIDv7 with the number of the change in place of random bits: the index grows only at its end, and no random number
 * is generated.
 */
const NUMBERED = `(${MILLISECONDS} || '70008' || lpad(to_hex(nextval('alert_change_index')), 15, '0'))::uuid`;
const RANDOM = `overlay(gen_random_uuid()::text placing
  substr(${MILLISECONDS}, 1, 8) || '-' || substr(${MILLISECONDS}, 9) from 1 for 13)::uuid`;

/** Makes the ids of changes follow the order of writing, also within a millisecond. This halves the time of an insert. */
export class NumberChanges1795600000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert_change alter change_id set default ${NUMBERED}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table alert_change alter change_id set default ${RANDOM}`);
  }
}
