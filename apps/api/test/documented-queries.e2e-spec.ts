import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
  await sql(
    api.databaseUrl,
    `with made as (
       select n, now() - n * interval '3 hours' as at, 'Disk ' || n || ' and CPU' as title,
         (array['CRITICAL', 'ERROR', 'INFO'])[1 + n % 3] as severity from generate_series(1, 12) n
     ), counted as (
       insert into event_roll_up_delta (domain_id, webhook_id, project_id, event_type, severity, hour, count)
       select 'demo', '01910000-0000-7000-8000-000000000001', 'p1', 'ALERT', severity,
         date_trunc('hour', at, 'UTC'), 1 from made
     )
     insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
       severity, title, description, resource_name, provider, raw_data, additional_info, plugin_id, plugin_version,
       created_at, occurred_at)
     select 'demo', (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' ||
         lpad(to_hex(n), 12, '0'))::uuid, '01910000-0000-7000-8000-000000000001', 'p1', gen_random_uuid(),
       gen_random_uuid(), case when n > 10 then 'key ' || n else 'key' end, 'ALERT', severity, title, '', 'db-' || n, 'aws',
       '{"labels": {"job": "node"}, "value": 5, "alerts": [{"labels": {"instance": "db-1"}}]}',
       '{"region": "eu", "service.name": "checkout"}', 'sample', '1.0.0', at, at
     from made`,
  );
  await sql(
    api.databaseUrl,
    `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       last_received_at, event_count, duplicate_count, resolved_at, resolved_reason)
     select 'demo', gen_random_uuid(), gen_random_uuid(), 'p1', 'k' || n,
       case when n < 4 then 'OPEN' else 'RESOLVED' end, 'ERROR', 'disk ' || n,
       now() - n * interval '1 hour', now(), n, 0,
       case when n > 3 then now() - n * interval '59 minutes' end, case when n > 3 then 'RECOVERY' end
     from generate_series(1, 6) n`,
  );
  await sql(
    api.databaseUrl,
    `insert into heartbeat (heartbeat_id, domain_id, webhook_id, project_id, name, expect_every, grace, patience, severity,
       state, last_ping_at)
     values (gen_random_uuid(), 'demo', gen_random_uuid(), 'p1', 'backup', '1d', '1h', 90000, 'ERROR', 'MISSING', now())`,
  );
  const create = (path: string, body: object) =>
    api.call('POST', path, { body: { domain_id: 'demo', ...body } });
  await create('/monitoring/v1/webhooks', {
    name: 'one',
    project_id: 'p1',
    plugin_info: { plugin_id: 'prometheus' },
    tags: { team: 'platform' },
  });
  await create('/identity/v1/api-keys', { user_id: 'jane' });
  await create('/notification/v1/quotas', { protocol_id: 'mail', limit: { day: 100, month: 1000 } });
});
afterAll(() => api.close());

const ask = async (path: string, body: unknown) => {
  const { status, body: response } = await api.call<{ results: unknown[]; total_count?: number }>(
    'POST',
    path,
    { body },
  );
  expect([status, response]).toEqual([200, expect.objectContaining({ results: expect.any(Array) })]);
  return response;
};

describe('the examples in Swagger UI', () => {
  it('are all valid, and find records', async () => {
    const { body: document } = await api.call<OpenAPIObject>('GET', '/docs/openapi.json', { key: null });
    const tried: string[] = [];
    const empty: string[] = [];
    for (const [path, { post }] of Object.entries(document.paths)) {
      if (!/\/(search|stat)$/.test(path) || !post?.requestBody || !('content' in post.requestBody)) continue;
      const { examples = {} } = post.requestBody.content['application/json'] ?? {};
      expect(Object.keys(examples)).toContain('example');
      for (const [name, example] of Object.entries(examples)) {
        const response = await ask(path, (example as { value: unknown }).value);
        tried.push(`${path} ${name}`);
        if (response.results.length === 0 && (response.total_count ?? 0) === 0) empty.push(`${path} ${name}`);
      }
    }
    expect(tried.length).toBeGreaterThanOrEqual(25);
    const expectedEmpty =
      /sessions|subscriptions|notifications|silences|inhibitions|escalations|on-call|webhooks\/search silent|slack-apps|usages|audit|quarantine/;
    expect(empty.filter((each) => !expectedEmpty.test(each))).toEqual([]);
  });
});

describe('the examples in docs/query.md', () => {
  const page = readFileSync('docs/query.md', 'utf8');
  const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const inline = [...page.matchAll(/`(\{[^`]*"[^`]*\})`/g)].map(([, text = '']) => text);

  it('are found in the page', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(2);
    expect(inline.length).toBeGreaterThanOrEqual(2);
  });

  it.each([...blocks, ...inline])('are valid, and find records: %s', async (text) => {
    const given = JSON.parse(text) as Record<string, unknown>;
    // An example is a single condition, a single field of a group, or a whole request.
    const wrapped =
      given['k'] === undefined ? { aggregate: [{ group: { fields: [given] } }] } : { filter: [given] };
    const isFragment = given['k'] !== undefined || given['operator'] !== undefined;
    const query = (given['query'] ?? (isFragment ? wrapped : given)) as object;
    const isStat = 'aggregate' in query || 'distinct' in query;
    const resource = /opened_at|resolved_after/.test(text) ? 'alerts' : 'events';
    const response = await ask(`/monitoring/v1/${resource}/${isStat ? 'stat' : 'search'}`, {
      domain_id: 'demo',
      query,
    });
    const { page: asked } = query as { page?: { start?: number } };
    if (asked?.start === undefined) expect(response.results).not.toEqual([]);
    else expect(response.total_count).toBeGreaterThan(0);
  });
});
