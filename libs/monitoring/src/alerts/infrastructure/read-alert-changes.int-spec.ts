import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { readAlertChanges } from './postgres-alert-feed.js';

const BACKLOG = 40_000;
const PAGE = 200;

let database: TestDatabase;
let pool: QueryPool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new QueryPool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const storeChanges = (count: number) =>
  pool.query(
    `insert into alert_change (domain_id, webhook_id, project_id, alert_id, kind, state, severity)
     select 'd1', gen_random_uuid(), 'p1', gen_random_uuid(), 'opened', 'OPEN', 'ERROR' from generate_series(1, $1)`,
    [count],
  );

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly Plan[];
}

const countScanned = (plan: Plan): number =>
  (/Scan/.test(plan['Node Type']) ? plan['Actual Rows'] : 0) +
  (plan.Plans ?? []).reduce((sum, each) => sum + countScanned(each), 0);

it('reads no more of a backlog than a page, even if the statistics are from before it', async () => {
  await storeChanges(5_000);
  await pool.query('analyze alert_change');
  await storeChanges(BACKLOG);
  const { rows } = await pool.query<{ xid: string; index: string; next: string }>(
    `select min(xid)::text as xid, min(index)::text as index, (max(xid::text::bigint) + 1)::text as next
     from alert_change where xid = (select xid from alert_change order by index desc limit 1)`,
  );
  const [{ xid, index, next } = { xid: '', index: '', next: '' }] = rows;
  const from = { xid, index, offset: 0, at: 0 };
  const asked: { text: string; values: unknown[] }[] = [];
  const watched = {
    query: (statement: { text: string; values: unknown[] }) => {
      asked.push(statement);
      return pool.query(statement);
    },
  };
  const page = await readAlertChanges(
    watched as unknown as typeof pool,
    ['d1'],
    from,
    { ...from, xid: next },
    PAGE,
  );
  expect(page.changes).toHaveLength(PAGE);
  expect(page.changes[0]?.position.index).toBe(String(BigInt(index) + 1n));
  expect(page.next).toEqual(page.changes.at(-1)?.position);

  const [{ text, values } = { text: '', values: [] }] = asked;
  const explained = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan;
  // Each row of the page is counted by the scan of its partition, and by those of what was found.
  expect(plan && countScanned(plan)).toBeGreaterThanOrEqual(PAGE);
  expect(plan && countScanned(plan)).toBeLessThan(10 * PAGE);
});

it('continues behind the changes of other domains, and ends at the horizon', async () => {
  const { rows } = await pool.query<{ xid: string; index: string }>(
    'select xid::text, index::text from alert_change order by alert_change.index desc limit 1',
  );
  const start = {
    xid: rows[0]?.xid ?? '',
    index: String(BigInt(rows[0]?.index ?? 0) + 1n),
    offset: 0,
    at: 0,
  };
  await storeChanges(5_000);
  const { rows: last } = await pool.query<{ xid: string }>(
    `insert into alert_change (domain_id, webhook_id, project_id, alert_id, kind, state, severity)
     values ('d2', gen_random_uuid(), 'p1', gen_random_uuid(), 'opened', 'OPEN', 'ERROR') returning xid::text`,
  );
  const xid = last[0]?.xid ?? '';
  const read = async (end: string) => {
    const found = [];
    let pages = 0;
    for (let at: typeof start | undefined = start; at !== undefined; pages += 1) {
      const page = await readAlertChanges(pool, ['d2'], at, { ...start, xid: end }, PAGE);
      found.push(...page.changes);
      at = page.next && { ...page.next };
    }
    return { found: found.length, pages };
  };
  expect(await read(xid)).toEqual({ found: 0, pages: 2 });
  expect(await read(String(BigInt(xid) + 1n))).toEqual({ found: 1, pages: 2 });
});
