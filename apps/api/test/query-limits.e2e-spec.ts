import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { sql } from '#test/sql.js';
import { whileLocked } from '#test/while-locked.js';
import { timed } from '#test/slowness.js';
import { ROOT_API_KEY, startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
const EVENTS = '/monitoring/v1/events/search';
const ALERTS = '/monitoring/v1/alerts/search';

beforeAll(async () => {
  api = await startApi({}, {}, (config) => ({
    ...config,
    query: { timeoutMs: 4_000 },
    database: { ...config.database, pools: { ...config.database.pools, query: 4 } },
  }));
});
afterAll(() => api.close());

const search = (path: string, domain_id: string) => api.call('POST', path, { body: { domain_id } });

describe('limits of queries', () => {
  it('let a domain that holds all it may wait, then answer 429, and serve other domains at once', async () => {
    await whileLocked(api.databaseUrl, 'event', async () => {
      const ownDomain = Array.from({ length: 7 }, () => search(EVENTS, 'd1'));
      await sleep(100);
      for (const domain of ['d2', 'd3']) {
        const answered = async () =>
          expect(await search(ALERTS, domain)).toMatchObject({ status: 200, body: { results: [] } });
        expect(await timed(answered)).toBeLessThan(1_000);
      }
      const answers = await Promise.all(ownDomain);
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([429, 429, 429, 504, 504, 504, 504]);
      for (const one of refused)
        expect(one).toMatchObject({
          headers: { 'retry-after': expect.anything() },
          body: { code: 'ERROR_RATE_LIMITED', detail: expect.stringContaining('of this domain') },
        });
    });
    expect(await search(EVENTS, 'd1')).toMatchObject({ status: 200 });
  });

  it('end a statement that takes too long with 504 and a hint to narrow its time range', async () => {
    await whileLocked(api.databaseUrl, 'event', async () => {
      const query = { aggregate: [{ count: { name: 'n' } }], filter: [{ k: 'title', v: 'x', o: 'contain' }] };
      for (const asked of [
        search(EVENTS, 'd1'),
        api.call('POST', '/monitoring/v1/events/stat', { body: { domain_id: 'd2', query } }),
      ]) {
        expect(await asked).toMatchObject({
          status: 504,
          body: { code: 'ERROR_QUERY_TIMEOUT', detail: expect.stringMatching(/created_at.*timediff_gte/) },
        });
      }
    });
  });

  it.each([
    ['api_key', '/identity/v1/api-keys/search'],
    ['api_key', '/identity/v1/api-keys/stat'],
    ['running_process', '/identity/v1/endpoints/search'],
    ['audit_log', '/identity/v1/audit-logs/search'],
    ['webhook', '/monitoring/v1/webhooks/search'],
    ['quarantine', '/monitoring/v1/quarantine/search'],
    ['quota', '/notification/v1/quotas/search'],
    ['quota', '/notification/v1/quotas/stat'],
    ['quota_usage', '/notification/v1/quota-usages/stat'],
  ])('cancel a statement on %s only when the caller of %s disconnects', async (table, path) => {
    const waiting = async () => {
      const [row] = await sql<{ count: number }>(
        api.databaseUrl,
        // Excludes the statement by which a process periodically registers as running.
        `select count(*)::int from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query not like '%insert into running_process%'`,
      );
      return row?.count;
    };
    let asked: ReturnType<typeof search> | undefined;
    await whileLocked(api.databaseUrl, table, async () => {
      asked = search(path, 'd1');
      const controller = new AbortController();
      const abortedRequest = fetch(`${api.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ROOT_API_KEY}` },
        body: JSON.stringify({ domain_id: 'd2' }),
        signal: controller.signal,
      }).catch(() => undefined);
      await expect.poll(waiting).toBe(2);
      controller.abort();
      await abortedRequest;
      // The statement is cancelled long before its timeout.
      expect(await timed(() => expect.poll(waiting).toBe(1))).toBeLessThan(1_500);
    });
    expect(await asked).toMatchObject({ status: 200 });
  });
});

describe('temporary files of a query', () => {
  it('are limited to 1 GB by temp_file_limit', async () => {
    const { rows } = await api.app.get(QueryPool).query<{ temp_file_limit: string }>('show temp_file_limit');
    expect(rows).toEqual([{ temp_file_limit: '1GB' }]);
  });

  it('beyond the limit end the query with 400 and a hint to narrow the filter', async () => {
    await sql(
      api.databaseUrl,
      `insert into api_key (api_key_id, domain_id, user_id, role, state, secret_digest, secret_last4, created_at)
       select gen_random_uuid(), 'large', 'user ' || n, 'VIEWER', 'ENABLED', sha256(n::text::bytea), 'xxxx', now()
       from generate_series(1, 20000) as n`,
    );
    const database = new URL(api.databaseUrl).pathname.slice(1);
    for (const setting of [`temp_file_limit = '64kB'`, `work_mem = '64kB'`])
      await sql(api.databaseUrl, `alter database "${database}" set ${setting}`);
    const limited = await startApi({ DATABASE_URL: api.databaseUrl });
    const query = {
      aggregate: [
        { group: { keys: [{ key: 'user_id', name: 'user' }], fields: [{ name: 'n', operator: 'count' }] } },
      ],
    };
    const stat = (domain_id: string) =>
      limited.call('POST', '/identity/v1/api-keys/stat', { body: { domain_id, query } });
    expect(await stat('large')).toMatchObject({
      status: 400,
      body: { code: 'ERROR_INVALID_QUERY', detail: expect.stringContaining('narrow the filter') },
    });
    expect((await stat('small')).status).toBe(200);
    await limited.close();
  });
});
