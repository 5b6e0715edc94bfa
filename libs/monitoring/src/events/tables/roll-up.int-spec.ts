import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEVERITIES } from '#senders/plugin-api/event.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { parseStatistics } from '#shared/query/statistics.js';
import { scaled } from '#test/scale.js';
import {
  createEventStore,
  read,
  WEBHOOKS,
  type EventStore,
  type SomeEvent,
} from '../../../test/event-store.js';
import { scopeIn } from '../../../test/webhooks.js';
import { FoldRollUp } from '../../maintenance/infrastructure/fold-deltas.js';
import { ALERT_ROLL_UP, alertsSince } from '../../alerts/infrastructure/alert-resource.js';
import { EVENT_SERIALIZER, EVENT_ROLL_UP, EVENTS } from '../infrastructure/event-resource.js';
import { tryRollUp } from './roll-up.js';

const RUNS = scaled(20);
const HOUR = 3_600_000;
const start = Math.floor((Date.now() - 72 * HOUR) / HOUR) * HOUR;
const MOMENTS = [0, 1, HOUR - 1, HOUR / 2];
let store: EventStore;
let ingest: IngestPool;

beforeAll(async () => {
  store = await createEventStore();
  ingest = new IngestPool({ connectionString: store.url, max: 2 });
  // The database is dropped while connections of the pool are still closing.
  ingest.on('error', () => undefined);
  for (let at = 0; at < 120; at += 1) {
    await store.add({
      domain_id: at % 6 === 5 ? 'd2' : 'd1',
      webhook: WEBHOOKS[at % 2],
      project_id: `p${at % 3}`,
      event_type: at % 4 === 0 ? 'RECOVERY' : 'ALERT',
      severity: SEVERITIES[at % SEVERITIES.length],
      created_at: new Date(start + (at % 60) * HOUR + (MOMENTS[at % 4] ?? 0)),
    });
    if (at === 60) await new FoldRollUp(ingest).fold('event', 1000);
  }
});
afterAll(async () => {
  await ingest.end();
  await store.close();
});

const time = fc
  .tuple(fc.integer({ min: -1, max: 61 }), fc.constantFrom(...MOMENTS, -1))
  .map(([hour, moment]) => new Date(start + hour * HOUR + moment).toISOString());
const condition = fc.oneof(
  fc.record({
    k: fc.constant('created_at'),
    v: time,
    o: fc.constantFrom('gt', 'gte', 'lt', 'lte', 'datetime_gt', 'datetime_lt', 'eq'),
  }),
  fc.record({
    k: fc.constant('severity'),
    v: fc.subarray(['CRITICAL', 'ERROR', 'INFO']),
    o: fc.constantFrom('in', 'not_in'),
  }),
  fc.record({
    k: fc.constant('severity'),
    v: fc.constantFrom(...SEVERITIES),
    o: fc.constantFrom('lt', 'lte', 'gt', 'gte'),
  }),
  fc.record({
    k: fc.constantFrom('project_id'),
    v: fc.constantFrom('p0', 'p1', null),
    o: fc.constantFrom('eq', 'not'),
  }),
  fc.record({ k: fc.constant('event_type'), v: fc.constantFrom('ALERT', 'RECOVERY'), o: fc.constant('eq') }),
);
const key = fc.oneof(
  fc.record({ key: fc.constantFrom('severity', 'webhook_id', 'project_id', 'event_type') }),
  fc.record({
    key: fc.constant('created_at'),
    date_format: fc.constantFrom('%Y-%m-%d', '%Y-%m-%dT%H', 'hour', 'day'),
  }),
);
const COUNT = { name: 'n', operator: 'count' };
const aggregate = fc.oneof(
  fc
    .uniqueArray(key, { maxLength: 3, selector: (each) => each.key })
    .map((keys) => [{ group: { keys, fields: [COUNT] } }, { sort: { key: 'n', desc: true } }]),
  fc.constant([{ count: { name: 'n' } }]),
);

describe('the roll-up', () => {
  it('gives the same counts as the events', async () => {
    const scope = scopeIn('d1');
    await fc.assert(
      fc.asyncProperty(
        fc.array(condition, { maxLength: 3 }),
        fc.array(
          condition.filter(({ k }) => k !== 'created_at'),
          { maxLength: 2 },
        ),
        aggregate,
        async (filter, filter_or, stages) => {
          const query = { filter, filter_or, aggregate: stages };
          expect(tryRollUp(EVENT_ROLL_UP, parseStatistics(query), new Date())).toBeDefined();
          expect(await store.stat(query)).toEqual(await store.engine.stat(EVENTS, { scope, query }));
          const counted = { filter, filter_or, count_only: true };
          const slow = await store.engine.list(EVENTS, { scope, query: counted, record: EVENT_SERIALIZER });
          expect(await store.list(counted)).toEqual(read(slow));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['a key it does not have', { filter: [{ k: 'title', v: 'x', o: 'eq' }] }],
    ['a keyword', { keyword: 'cpu' }],
    ['a list of instants', { filter: [{ k: 'created_at', v: ['2026-01-01'], o: 'in' }] }],
    ['minutes', { aggregate: [{ group: { keys: [{ key: 'created_at', date_format: '%H:%M' }] } }] }],
    [
      'a time zone',
      {
        aggregate: [
          { group: { keys: [{ key: 'created_at', date_format: 'day', time_zone: 'Asia/Kolkata' }] } },
        ],
      },
    ],
    ['a sum', { aggregate: [{ group: { fields: [{ key: 'raw_data.n', name: 's', operator: 'sum' }] } }] }],
    ['another first stage', { aggregate: [{ limit: 5 }, { count: { name: 'n' } }] }],
    ['distinct values', { distinct: 'severity' }],
  ])('is not used for %s', (_, query) => {
    const asked = 'distinct' in query ? query : { aggregate: [{ count: { name: 'n' } }], ...query };
    expect(tryRollUp(EVENT_ROLL_UP, parseStatistics(asked), new Date())).toBeUndefined();
  });

  it.each<[string, string, number]>([
    ['lte', '9999-12-31T23:59:59.999Z', 100],
    ['lt', '9999-12-31T23:59:59.999-14:00', 100],
    ['gt', '9999-12-31T23:59:59.999Z', 0],
    ['gte', '0001-01-01T00:00:00+14:00', 100],
    ['lt', '0001-01-01T00:00:00Z', 0],
  ])('counts with extreme times: created_at %s %s', async (o, v, expected) => {
    const filter = [{ k: 'created_at', v, o }];
    expect((await store.list({ filter, count_only: true })).total_count).toBe(expected);
    const [row] = (await store.stat({ filter, aggregate: [{ count: { name: 'n' } }] })).results;
    expect(row).toEqual({ n: expected });
    const query = { filter: [{ ...filter[0], k: 'opened_at' }], aggregate: [{ count: { name: 'n' } }] };
    expect(tryRollUp(ALERT_ROLL_UP, parseStatistics(query), new Date())).toBeDefined();
    const { results } = await store.engine.stat(alertsSince(undefined), { scope: scopeIn('d1'), query });
    expect(results).toEqual([{ n: 0 }]);
  });

  const rowsOf = async <Row extends object>(text: string) => (await store.pool.query<Row>(text)).rows;

  it('counts an event once, also when it is written again', async () => {
    const countAll = () =>
      rowsOf(
        `select (select count(*)::int from event) as events, (select sum(count)::int from (
          select count from event_roll_up union all select count from event_roll_up_delta) c) as counted`,
      );
    expect(await countAll()).toEqual([{ events: 120, counted: 120 }]);
    const stored = await rowsOf<SomeEvent & { event_id: string }>(
      `select event_id, domain_id, webhook_id as webhook, project_id, event_type, severity, created_at from event`,
    );
    for (const event of stored) await store.add(event);
    expect(await countAll()).toEqual([{ events: 120, counted: 120 }]);
  });

  it('counts an event once at every moment while two processes fold', async () => {
    const deltas = () => rowsOf('select from event_roll_up_delta');
    const { length: unfolded } = await deltas();
    const folders = { running: 2 };
    const fold = async () => {
      let folded = 0;
      // A process folds nothing while the other one is folding.
      do folded += await new FoldRollUp(ingest).fold('event', 1);
      while ((await deltas()).length > 0);
      folders.running -= 1;
      return folded;
    };
    const folding = Promise.all([fold(), fold()]);
    const counts: number[] = [];
    while (folders.running > 0) {
      counts.push(Number((await store.list({ count_only: true })).total_count));
      const byHour = { keys: [{ key: 'created_at', name: 'hour', date_format: 'hour' }], fields: [COUNT] };
      const { results } = await store.stat({ aggregate: [{ group: byHour }] });
      counts.push((results as { n: number }[]).reduce((sum, { n }) => sum + n, 0));
    }
    const folded = await folding;
    expect(folded.reduce((a, b) => a + b)).toBe(unfolded);
    expect(new Set(counts)).toEqual(new Set([100]));
  });
});
