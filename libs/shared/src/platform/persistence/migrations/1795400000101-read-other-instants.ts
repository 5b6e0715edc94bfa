import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets instants inside JSON have the forms that queries accept: a space instead of the T, a zone without colon or minutes. */
export class ReadOtherInstants1795400000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(instants('[T ]', '(:?[0-5]\\d)?'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(instants('T', ':[0-5]\\d'));
  }
}

function instants(separator: string, minutesOfZone: string): string {
  const zone = `(Z|[+-](0\\d|1[0-4])${minutesOfZone})`;
  return `
    create or replace function tocsin_instant(given text) returns timestamptz
    language sql immutable parallel safe return
      case when given ~ '^(?!0000)\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(${separator}([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?${zone}?)?$'
      then case when substr(given, 9, 2)::int <= extract(day from
          (substr(given, 1, 8) || '01')::date + interval '1 month' - interval '1 day')
        then (case when given ~ '${separator}.*${zone}$' then given
          when given ~ '${separator}' then given || 'Z' else given || 'T00:00:00Z' end)::timestamptz
      end end`;
}
