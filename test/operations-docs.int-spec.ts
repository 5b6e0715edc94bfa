import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.js';
import { sql } from './sql.js';

const PAGES = join(import.meta.dirname, '../docs/operations');
/** The queries of this page need a Citus cluster. */
const OF_CITUS = 'citus.md';

const pages = readdirSync(PAGES).filter((page) => page !== OF_CITUS);
/** The SQL queries on the pages about operations. */
const questions = pages.flatMap((page) =>
  [...readFileSync(join(PAGES, page), 'utf8').matchAll(/```sql\n([^]*?)```/g)]
    .flatMap(([, block = '']) => block.split(';'))
    .map((statement) => statement.trim())
    .filter((statement) => /^(--.*\n)*select/.test(statement))
    .map((statement) => [page, statement] as const),
);

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

it('the pages about operations contain SQL queries', () => expect(questions.length).toBeGreaterThan(4));

it.each(questions)('%s contains a query that runs: %s', async (_page, statement) => {
  expect(Array.isArray(await sql(database.url, statement))).toBe(true);
});

it('the query of table sizes lists tables without their partitions', async () => {
  const tables = questions.find(([, statement]) => statement.includes('pg_total_relation_size'))?.[1] ?? '';
  const names = (await sql<{ name: string }>(database.url, tables.replace(/limit \d+/, ''))).map(
    ({ name }) => name,
  );
  expect(names).toEqual(expect.arrayContaining(['event', 'delivery_segment', 'bullmq.job']));
  expect(names.filter((name) => /_p\d{8}$/.test(name))).toEqual([]);
});

it('the page about clocks names each stored time, once', async () => {
  const page = readFileSync(join(PAGES, 'clocks.md'), 'utf8');
  const named = [
    ...page.matchAll(/^\| `(\w+\.\w+)`/gm),
    ...page.matchAll(/^- `(\w+)`: (.*(?:\n {2}.*)*)/gm),
  ].flatMap(([, name = '', columns]) =>
    columns === undefined
      ? [name]
      : [...columns.matchAll(/`(\w+)`/g)].map(([, column = '']) => `${name}.${column}`),
  );
  const stored = await sql<{ name: string }>(
    database.url,
    `select relname || '.' || attname as name
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where atttypid in ('timestamptz'::regtype, 'timestamp'::regtype) and attnum > 0 and not attisdropped
       and relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  );
  expect(named.toSorted()).toEqual(stored.map(({ name }) => name).toSorted());
});
