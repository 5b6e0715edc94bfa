import type { MigrationInterface, QueryRunner } from 'typeorm';

const OLD_BYTES = 30;

/** Adds to each remembered event the time of its last repeat: three bytes, and a flag in the first digit of the time. */
export class HearRepeats1795190000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update alarm_state set repeats = (
        select coalesce(string_agg(
          set_byte(one, 24, get_byte(one, 24) | 16) || '\\x000000'::bytea, ''::bytea order by place), ''::bytea)
        from generate_series(0, octet_length(repeats) / ${OLD_BYTES} - 1) as place,
          substring(repeats from place * ${OLD_BYTES} + 1 for ${OLD_BYTES}) as one)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const bytes = OLD_BYTES + 3;
    await runner.query(`
      update alarm_state set repeats = (
        select coalesce(string_agg(
          set_byte(one, 24, get_byte(one, 24) & 239), ''::bytea order by place), ''::bytea)
        from generate_series(0, octet_length(repeats) / ${bytes} - 1) as place,
          substring(repeats from place * ${bytes} + 1 for ${OLD_BYTES}) as one)`);
  }
}
