import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { parseStatistics } from '#shared/query/statistics.js';
import { sql } from '#test/sql.js';
import { createEventStore, read, WEBHOOKS, type EventStore } from '../../../test/event-store.js';
import { floorsOf } from '../../../test/retention.js';
import { scopeIn } from '../../../test/webhooks.js';
import { tryRollUp } from '../../events/tables/roll-up.js';
import { GetAlert, ListAlerts, StatAlerts } from '../application/read-alerts.js';
import { ALERT_ROLL_UP, GetAlertHandler, ListAlertsHandler, StatAlertsHandler } from './alert-resource.js';

const scope = scopeIn('d1');
const ids = Array.from({ length: 6 }, () => v7());
/** Seconds that each alert was open; `null`: it still is. The last was closed by a process whose clock was slow. */
const OPEN_FOR = [10, 20, 40.9, 400, null, -1];
const SECONDS_SHOWN = [10, 20, 40, 400, null, 0];
/** Seconds until each alert was acknowledged. */
const ACKNOWLEDGED_AFTER = [5, null, null, 60.9, 3, null];
const ACKNOWLEDGED_SHOWN = [5, null, null, 60, 3, null];
let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  await sql(
    store.url,
    `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       resolved_at, resolved_reason, last_received_at, event_count, duplicate_count, acknowledged,
       acknowledged_at, rule)
     select 'd1', id, case when n % 2 = 1 then $3::uuid else $4 end, 'p1', 'k' || n,
       case when after is null then 'OPEN' else 'RESOLVED' end, 'ERROR', 'one', at, at + after * interval '1 second',
       case when after is not null then 'RECOVERY' end, at, 1, 0, seen is not null, at + seen * interval '1 second', case when n < 5 then 'Disk' end
     from unnest($1::uuid[], $2::float8[], $5::float8[]) with ordinality as one (id, after, seen, n),
       (select date_trunc('hour', now()) - interval '1 day' as at) as opened`,
    [ids, OPEN_FOR, ...WEBHOOKS, ACKNOWLEDGED_AFTER],
  );
});
afterAll(() => store.close());

const search = async (query: object) =>
  read(await new ListAlertsHandler(store.engine, floorsOf()).execute(new ListAlerts(scope, {}, query)));
const stat = (query: unknown) =>
  new StatAlertsHandler(store.engine, floorsOf()).execute(new StatAlerts(scope, query));
/** The value after a round trip through JSON, where numbers with many digits are numbers again. */
function roundTripJson(answer: unknown): unknown {
  const text = JSON.stringify(answer);
  return JSON.parse(text);
}
const positionsOf = (results: readonly { readonly alert_id?: string }[]) =>
  results.map(({ alert_id }) => ids.findIndex((id) => formatId('alert', id) === alert_id));

describe('resolved_after of alerts', () => {
  it('is a whole number of seconds, null for an open alert, and never negative', async () => {
    const { results } = await search({ sort: { key: 'alert_id' } });
    expect(results.map(({ resolved_after }) => resolved_after)).toEqual(SECONDS_SHOWN);
    const get = new GetAlertHandler(store.pool, floorsOf());
    for (const [at, id] of ids.entries()) {
      const alert = await get.execute(new GetAlert(scope, formatId('alert', id)));
      expect(alert.resolved_after).toBe(SECONDS_SHOWN[at]);
    }
  });

  it('can be filtered, sorted, paged and selected', async () => {
    const short = await search({
      filter: [{ k: 'resolved_after', v: 40, o: 'lte' }],
      sort: { key: 'resolved_after', desc: true },
    });
    expect(positionsOf(short.results)).toEqual([2, 1, 0, 5]);
    const open = await search({ filter: [{ k: 'resolved_after', v: false, o: 'exists' }] });
    expect(positionsOf(open.results)).toEqual([4]);
    const sort = { key: 'resolved_after' };
    const found: number[] = [];
    for (let cursor: string | undefined, page = 0; page < 3; page += 1) {
      const answer = await search({ sort, page: { limit: 2, ...(cursor === undefined ? {} : { cursor }) } });
      found.push(...positionsOf(answer.results));
      cursor = answer.next_cursor;
    }
    expect(found).toEqual([5, 0, 1, 2, 3, 4]);
    const named = await search({ only: ['resolved_after'], sort, page: { limit: 1 } });
    expect(named.results).toEqual([{ resolved_after: 0 }]);
  });
});

describe('acknowledged_after of alerts', () => {
  it('is whole seconds or null, and supports filters, averages and percentiles', async () => {
    const { results } = await search({ sort: { key: 'alert_id' } });
    expect(results.map(({ acknowledged_after }) => acknowledged_after)).toEqual(ACKNOWLEDGED_SHOWN);
    const quick = await search({ filter: [{ k: 'acknowledged_after', v: 5, o: 'lte' }] });
    expect(positionsOf(quick.results).toSorted()).toEqual([0, 4]);
    const key = 'acknowledged_after';
    const fields = [
      { name: 'mean', operator: 'average', key },
      { name: 'p50', operator: 'percentile', key, percentile: 50 },
    ];
    const statistics = await stat({ aggregate: [{ group: { fields } }] });
    expect(roundTripJson(statistics)).toEqual({
      results: [{ mean: expect.closeTo(22.67, 2) as number, p50: 5 }],
    });
  });
});

describe('percentiles of resolved_after', () => {
  const fields = [
    { name: 'n', operator: 'count' },
    { name: 'mean', operator: 'average', key: 'resolved_after' },
    { name: 'p50', operator: 'percentile', key: 'resolved_after', percentile: 50 },
    { name: 'p90', operator: 'percentile', key: 'resolved_after', percentile: 90 },
  ];

  it('are calculated per webhook from the records, not from the roll-up', async () => {
    const query = { aggregate: [{ group: { keys: [{ key: 'webhook_id' }], fields } }] };
    expect(tryRollUp(ALERT_ROLL_UP, parseStatistics(query), new Date())).toBeUndefined();
    expect(roundTripJson(await stat(query))).toEqual({
      results: [
        { webhook_id: formatId('webhook', WEBHOOKS[0]), n: 3, mean: 25, p50: 25, p90: 37 },
        { webhook_id: formatId('webhook', WEBHOOKS[1]), n: 3, mean: 140, p50: 20, p90: 324 },
      ],
    });
  });

  it('are calculated per rule, with null for alerts without a rule', async () => {
    expect(
      roundTripJson(await stat({ aggregate: [{ group: { keys: [{ key: 'rule' }], fields } }] })),
    ).toEqual({
      results: [
        { rule: 'Disk', n: 4, mean: 117.5, p50: 30, p90: 292 },
        { rule: null, n: 2, mean: 0, p50: 0, p90: 0 },
      ],
    });
    expect(
      positionsOf((await search({ filter: [{ k: 'rule', v: 'Disk', o: 'eq' }] })).results).toSorted(),
    ).toEqual([0, 1, 2, 3]);
  });

  it('are null for a group without numbers, and can be filtered by a match stage', async () => {
    const [open, closed] = await Promise.all(
      ['OPEN', 'RESOLVED'].map((v) =>
        stat({
          filter: [{ k: 'state', v, o: 'eq' }],
          aggregate: [{ group: { fields } }, { match: [{ k: 'p50', v: 20, o: 'gte' }] }],
        }),
      ),
    );
    expect(open).toEqual({ results: [] });
    expect(roundTripJson(closed)).toEqual({
      results: [{ n: 5, mean: 94, p50: 20, p90: 256 }],
    });
    const query = { filter: [{ k: 'state', v: 'OPEN', o: 'eq' }], aggregate: [{ group: { fields } }] };
    expect(await stat(query)).toEqual({ results: [{ n: 1, mean: null, p50: null, p90: null }] });
  });
});
