import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { sql } from '#test/sql.js';
import { migrate } from './migrate.js';

class AddFirst1800000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table busy add column first int');
  }
  down = () => Promise.resolve();
}

class AddSecond1800000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calm add column second int');
    await runner.query('alter table busy add column second int');
  }
  down = () => Promise.resolve();
}

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql(database.url, 'create table busy (id int)');
  await sql(database.url, 'create table calm (id int)');
});
afterAll(() => database.drop());

it('retries while a reader locks the table, without blocking other statements for long', async () => {
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('begin; select from busy');
  const contexts = [{ context: 'trial', migrations: [AddFirst1800000000001, AddSecond1800000000002] }];
  const migrated = migrate(database.url, contexts);
  await sleep(1_000);
  // Later statements wait only as long as the migration waits for the lock, not until the reader has finished.
  const begun = performance.now();
  await sql(database.url, 'select from busy');
  expect(performance.now() - begun).toBeLessThan(4_000);
  await sleep(1_000);
  await reader.query('commit');
  await reader.end();
  expect(await migrated).toEqual(['trial: AddFirst1800000000001', 'trial: AddSecond1800000000002']);
  const columns = await sql<{ name: string }>(
    database.url,
    `select column_name as name from information_schema.columns where table_name in ('busy', 'calm') order by 1`,
  );
  expect(columns.map(({ name }) => name)).toEqual(['first', 'id', 'id', 'second', 'second']);
  expect(await migrate(database.url, contexts)).toEqual([]);
});

it('rejects with the error of a failed migration', async () => {
  class Wrong1800000000003 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('alter table nowhere add column first int');
    }
    down = () => Promise.resolve();
  }
  const migrated = migrate(database.url, [{ context: 'wrong', migrations: [Wrong1800000000003] }]);
  await expect(migrated).rejects.toThrow('relation "nowhere" does not exist');
});
