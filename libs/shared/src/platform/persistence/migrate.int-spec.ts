import type { MigrationInterface, QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, isSingleServer, type TestDatabase } from '#test/database.js';
import { sql } from '#test/sql.js';
import { migrate } from './migrate.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

it.runIf(isSingleServer)(
  'rejects a new database whose encoding is not UTF8, and says how to create it',
  async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_ascii`;
    await sql(database.url, `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
    const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
    const error: unknown = await migrate(url, []).catch((thrown: unknown) => thrown);
    await sql(database.url, `drop database ${name} with (force)`);
    const [, options] =
      /^The database has the encoding SQL_ASCII and needs UTF8: create it with (.+)$/.exec(
        (error as Error).message,
      ) ?? [];
    // A database that is created as the message says is accepted.
    await sql(database.url, `create database ${name} ${options}`);
    expect(await migrate(url, [])).not.toEqual([]);
    await sql(database.url, `drop database ${name} with (force)`);
  },
);

/** Breaks the connection that holds the lock, as a fail-over may do while a migration runs on another connection. */
class LoseLock1795200000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and pid <> pg_backend_pid()`);
    await runner.query('select pg_sleep(0.2)');
  }
  async down(): Promise<void> {}
}

class Never1795200000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table never ()');
  }
  async down(): Promise<void> {}
}

it('stops with an error if the connection that holds the lock breaks, and can be run again', async () => {
  const contexts = [
    { context: 'first', migrations: [LoseLock1795200000001] },
    { context: 'second', migrations: [Never1795200000002] },
  ];
  await expect(migrate(database.url, contexts)).rejects.toThrow(/not queryable|terminat/);
  expect(await sql(database.url, `select to_regclass('never') as found`)).toEqual([{ found: null }]);
  // A second run gets the lock, and does not repeat what was done.
  expect(await migrate(database.url, contexts)).toEqual(['second: Never1795200000002']);
});

it('rejects a database that is older than its first migration, and leaves it as it is', async () => {
  await sql(database.url, `create table migration_third (id serial, timestamp bigint, name text)`);
  await sql(
    database.url,
    `insert into migration_third (timestamp, name) values (1795100000001, 'Old1795100000001')`,
  );
  const contexts = [{ context: 'third', migrations: [Never1795200000002] }];
  await expect(migrate(database.url, contexts)).rejects.toThrow(
    'The schema of the database is older than release 0.2.0: run the migrations of release 0.2.0 first, then these',
  );
  expect(await sql(database.url, `select name from migration_third`)).toEqual([{ name: 'Old1795100000001' }]);
});
