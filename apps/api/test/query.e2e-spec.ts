import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#test/sql.js';
import { whileLocked } from '#test/while-locked.js';
import { timed } from '#test/slowness.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
const V1 = '/monitoring/v1';
const EVENT_ID = '01kagexvhve0ya7d9z5kq5nh3m';

beforeAll(async () => {
  api = await startApi();
  await sql(
    api.databaseUrl,
    `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       last_received_at, event_count, duplicate_count)
     select d, gen_random_uuid(), gen_random_uuid(), 'p1', 'k' || n, case n when 1 then 'OPEN' else 'RESOLVED' end,
       'ERROR', 'disk ' || n, now() - n * interval '1 hour', now(), n, 0
     from generate_series(1, 3) n, unnest(array['d1', 'd2']) d`,
  );
});
afterAll(() => api.close());

const post = (path: string, body: unknown) => api.call('POST', V1 + path, { body });

describe('alerts', () => {
  it('are listed, searched, fetched and counted in their domain', async () => {
    const listed = await api.call<{ results: Record<string, unknown>[] }>(
      'GET',
      `${V1}/alerts?domain_id=d1&state=RESOLVED`,
    );
    expect(listed).toMatchObject({ status: 200, body: { total_count: 2 } });
    expect(listed.body.results.map(({ title, domain_id }) => [title, domain_id])).toEqual([
      ['disk 2', 'd1'],
      ['disk 3', 'd1'],
    ]);
    const query = { sort: { key: 'event_count', desc: true }, minimal: true, page: { limit: 1 } };
    const searched = await post('/alerts/search', { domain_id: 'd1', query });
    expect(searched.body).toMatchObject({
      results: [{ title: 'disk 3' }],
      total_count: 3,
      next_cursor: expect.any(String),
    });

    const id = String(listed.body.results[0]?.['alert_id']);
    expect(await api.call('GET', `${V1}/alert/${id}?domain_id=d1&only=title`)).toMatchObject({
      status: 200,
      body: { title: 'disk 2' },
    });
    expect((await api.call('GET', `${V1}/alert/${id}?domain_id=d2`)).status).toBe(404);

    const aggregate = [
      { group: { keys: [{ key: 'state' }], fields: [{ name: 'n', key: 'event_count', operator: 'sum' }] } },
    ];
    expect((await post('/alerts/stat', { domain_id: 'd1', query: { aggregate } })).body).toEqual({
      results: [
        { state: 'OPEN', n: 1 },
        { state: 'RESOLVED', n: 5 },
      ],
    });
  });
});

describe('queries over HTTP', () => {
  it('are rejected with the path of the invalid part', async () => {
    const wrong = { domain_id: 'd1', query: { filter: [{ k: 'severity', v: 'x', o: 'like' }] } };
    for (const path of ['/events/search', '/alerts/search', '/webhooks/search']) {
      expect(await post(path, wrong)).toMatchObject({
        status: 400,
        body: { code: 'ERROR_INVALID_QUERY', errors: [{ field: 'query.filter[0].o' }] },
      });
    }
    const stat = { domain_id: 'd1', query: { filter: [], distinct: 'raw_data.a', aggregate: [] } };
    expect(await post('/events/stat', stat)).toMatchObject({
      status: 400,
      body: { code: 'ERROR_INVALID_QUERY' },
    });
    expect(await post('/events/stat', { domain_id: 'd1' })).toMatchObject({
      status: 400,
      body: { code: 'ERROR_REQUIRED_PARAMETER', errors: [{ field: 'query' }] },
    });
  });

  it('are read from the query string as JSON and as dotted parameters', async () => {
    const asJson = encodeURIComponent(
      JSON.stringify({ keyword: 'disk', sort: { key: 'title' }, page: { limit: 1 } }),
    );
    for (const query of [`query=${asJson}`, 'query.keyword=disk&query.sort.key=title&query.page.limit=1']) {
      const { status, body } = await api.call('GET', `${V1}/alerts?domain_id=d1&${query}`);
      expect([status, body]).toMatchObject([200, { results: [{ title: 'disk 1' }], total_count: 3 }]);
    }
  });

  it('are found by a filter as text, in a body and in a URL', async () => {
    const filter = 'title = "disk 1" or title contains "k 2" or title = nothing';
    const found = await post('/alerts/search', { domain_id: 'd1', query: { filter } });
    expect(found).toMatchObject({ status: 200, body: { total_count: 2 } });
    const url = `${V1}/alerts?domain_id=d1&query.filter=${encodeURIComponent(filter)}`;
    expect((await api.call('GET', url)).body).toMatchObject({ total_count: 2 });
    const wrong = await post('/alerts/search', { domain_id: 'd1', query: { filter: 'title is "disk 1"' } });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'ERROR_INVALID_QUERY' } });
    expect(wrong.body).toMatchObject({
      errors: [{ field: 'query.filter', reason: expect.stringContaining('line 1, column 7') as string }],
    });
  });

  it('are found by words in any case', async () => {
    const count = async (query: string) =>
      (await api.call<{ total_count: number }>('GET', `${V1}/alerts?domain_id=d1&${query}`)).body.total_count;
    expect(await count('state=resolved')).toBe(2);
    expect(await count('query.filter=state%20%3D%20Resolved')).toBe(2);
    expect(await count('query.filter=severity%20%3E%3D%20none')).toBe(3);
  });

  it('name the right parameter for one that other services have', async () => {
    for (const [name, right] of [
      ['limit', 'query.page.limit'],
      ['sort', 'query.sort.key'],
      ['only', 'query.only'],
    ])
      expect(await api.call('GET', `${V1}/alerts?domain_id=d1&${name}=5`)).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining(`did you mean ${right}?`) as string },
      });
    expect(
      (await api.call('GET', `${V1}/alerts?domain_id=d1&query.only=title,state&query.page.limit=1`)).body,
    ).toMatchObject({ results: [{ title: expect.any(String) as string }] });
  });

  it('are rejected with 400 if the database rejects a regular expression', async () => {
    const query = { filter: [{ k: 'title', v: '(', o: 'regex' }] };
    expect(await post('/events/search', { domain_id: 'd1', query })).toMatchObject({
      status: 400,
      body: { code: 'ERROR_INVALID_QUERY', errors: [{ field: 'query.filter[0].v' }] },
    });
  });

  it('return no results and the total 0 if nothing matches', async () => {
    const query = { filter: [{ k: 'event_id', v: `event_${EVENT_ID}`, o: 'eq' }] };
    expect((await post('/events/search', { domain_id: 'd1', query })).body).toEqual({
      results: [],
      total_count: 0,
    });
  });

  it('are cancelled in the database when the caller disconnects', async () => {
    const statement = `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'select%event%'`;
    const waiting = async () => (await sql(api.databaseUrl, statement)).length;
    await whileLocked(api.databaseUrl, 'event', async () => {
      const controller = new AbortController();
      const asked = fetch(`${api.url}${V1}/events/search`, {
        method: 'POST',
        signal: controller.signal,
        headers: {
          authorization: 'Bearer root-key-of-the-tests-with-32-characters',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ domain_id: 'd1' }),
      });
      await expect.poll(waiting).toBe(1);
      controller.abort();
      await expect(asked).rejects.toThrow('abort');
      // The statement is cancelled long before its timeout.
      expect(await timed(() => expect.poll(waiting).toBe(0))).toBeLessThan(1_000);
    });
  });
});

describe('numbers with more digits than a double', () => {
  const LARGE_NUMBER = '331426000000097063';

  beforeAll(() =>
    sql(
      api.databaseUrl,
      `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
         severity, title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at)
       select 'digits', (lpad(to_hex(floor(extract(epoch from now()) * 1000)::bigint), 12, '0') || '70008000' ||
           lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(), 'p1', gen_random_uuid(), gen_random_uuid(), 'k', 'ALERT',
         'ERROR', 'n ' || n, '', jsonb_build_object('id', ${LARGE_NUMBER} - 1 + n), '{}', 'sample', '1.0.0', now(), now()
       from generate_series(0, 2) n`,
    ),
  );

  it.each([
    [LARGE_NUMBER, 'eq', ['n 1']],
    [LARGE_NUMBER, 'gt', ['n 2']],
    [LARGE_NUMBER, 'lte', ['n 0', 'n 1']],
    [`[${LARGE_NUMBER},331426000000097064]`, 'in', ['n 1', 'n 2']],
    [`{"id":${LARGE_NUMBER}}`, 'eq', 400],
  ])('are compared by all digits: %s %s', async (v, o, expected) => {
    const query = `{"filter":[{"k":"raw_data.id","v":${v},"o":"${o}"}],"sort":{"key":"title"},"page":{"limit":1e2}}`;
    const responses = [
      await api.call('POST', `${V1}/events/search`, { body: `{"domain_id":"digits","query":${query}}` }),
      await api.call('GET', `${V1}/events?domain_id=digits&query=${encodeURIComponent(query)}`),
      await api.call(
        'GET',
        `${V1}/events?domain_id=digits&query.filter=${encodeURIComponent(`[{"k":"raw_data.id","v":${v},"o":"${o}"}]`)}&query.sort.key=title`,
      ),
    ];
    for (const { status, body } of responses) {
      if (typeof expected === 'number') expect(status).toBe(expected);
      else {
        expect(status).toBe(200);
        expect((body['results'] as { title: string }[]).map(({ title }) => title)).toEqual(expected);
      }
    }
  });

  it('are exact in the conditions and calculations of a stat', async () => {
    const query = `{"aggregate":[
      {"group":{"fields":[
        {"name":"n","operator":"count","conditions":[{"k":"raw_data.id","v":${LARGE_NUMBER},"o":"gt"}]},
        {"name":"most","key":"raw_data.id","operator":"max"}]}},
      {"project":{"fields":[{"key":"n"},{"name":"over","operator":"subtract","fields":["most",${LARGE_NUMBER}]}]}},
      {"limit":1e1}]}`;
    const { body } = await api.call('POST', `${V1}/events/stat`, {
      body: `{"domain_id":"digits","query":${query}}`,
    });
    expect(body).toEqual({ results: [{ n: 1, over: 1 }] });
  });

  it('are rejected if they exceed a double, and as a limit if they are fractions', async () => {
    const body = '{"domain_id":"digits","query":{"filter":[{"k":"raw_data.id","v":1e999,"o":"eq"}]}}';
    expect(await api.call('POST', `${V1}/events/search`, { body })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'query.filter[0].v' }] },
    });
    const query = encodeURIComponent('{"page":{"limit":1.5}}');
    expect(await api.call('GET', `${V1}/events?domain_id=digits&query=${query}`)).toMatchObject({
      status: 400,
    });
  });
});
