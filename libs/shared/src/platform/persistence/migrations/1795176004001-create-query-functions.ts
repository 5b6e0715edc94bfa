import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateQueryFunctions1795176004001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A plain cast would fail the whole statement for one invalid date in stored JSON. The pattern excludes everything but
    // days that a month does not have.
    await runner.query(`
      create function tocsin_instant(given text) returns timestamptz
      language sql immutable parallel safe return
        case when given ~ '^(?!0000)\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?(Z|[+-](0\\d|1[0-4]):[0-5]\\d)?)?$'
        then case when substr(given, 9, 2)::int <= extract(day from
            (substr(given, 1, 8) || '01')::date + interval '1 month' - interval '1 day')
          then (case when given ~ 'T.*(Z|[+-]\\d\\d:\\d\\d)$' then given
            when given ~ 'T' then given || 'Z' else given || 'T00:00:00Z' end)::timestamptz
        end end`);
    await runner.query(
      `create aggregate tocsin_merge(jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop aggregate tocsin_merge(jsonb)`);
    await runner.query(`drop function tocsin_instant(text)`);
  }
}
