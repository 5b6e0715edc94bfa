import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateProcess1795176001002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table running_process (
        process_id uuid primary key,
        app text not null,
        name text not null unique,
        address text not null,
        version text not null,
        heartbeat_at timestamptz(3) not null
      ) with (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table running_process`);
  }
}
