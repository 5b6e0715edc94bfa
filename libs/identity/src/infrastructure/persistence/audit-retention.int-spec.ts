import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newUuid } from '#shared/kernel/ids.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { SystemClock } from '#shared/kernel/clock.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { DatabaseRetentionClock } from '#shared/platform/persistence/retention-clock.js';
import { AuditRetention } from './audit-retention.js';

const DAY = 86_400_000;
let database: TestDatabase;
let dataSource: DataSource;
let pool: IngestPool;
const clock = new DatabaseRetentionClock(new SystemClock());

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  pool = new IngestPool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await Promise.all([dataSource.destroy(), pool.end()]);
  await database.drop();
});

it('deletes every audit log entry past the retention and no other, with two concurrent runs', async () => {
  const scope = { domain_id: 'd1', user_id: 'u1', role: 'ADMIN', root: false } as const;
  await recordChange(dataSource.manager, scope, 'webhook', 'today');
  const kept = [newUuid(new Date(Date.now() - 30 * DAY + 60_000)), newUuid(new Date())];
  const past = Array.from({ length: 12_000 }, (_, index) =>
    newUuid(new Date(Date.now() - 30 * DAY - index - 1)),
  );
  await dataSource.query(
    `insert into audit_log (audit_id, domain_id, action, resource_type, resource_id, root, created_at)
     select id, 'd1', 'update', 'webhook', id::text, true, clock_timestamp() from unnest($1::uuid[]) as id`,
    [[...kept, ...past]],
  );
  const readRemaining = async () => {
    const rows = await dataSource.query<{ resource_id: string }[]>(
      'select resource_id from audit_log order by audit_id',
    );
    return rows.map(({ resource_id }) => resource_id);
  };

  await new AuditRetention(dataSource, pool, clock, { auditDays: 31 }).enforce();
  expect(await readRemaining()).toHaveLength(12_003);
  await Promise.all(
    [1, 2].map(() => new AuditRetention(dataSource, pool, clock, { auditDays: 30 }).enforce()),
  );
  expect((await readRemaining()).toSorted()).toEqual([...kept, 'today'].toSorted());
});
