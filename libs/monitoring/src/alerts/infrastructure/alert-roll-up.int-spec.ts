import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { parseStatistics } from '#shared/query/statistics.js';
import { isSingleServer, itOnSingleServer } from '#test/database.js';
import { scaled } from '#test/scale.js';
import { floorsOf } from '../../../test/retention.js';
import { createEventStore, read, WEBHOOKS, type EventStore } from '../../../test/event-store.js';
import type { Severity } from '#senders/plugin-api/event.js';
import { alarm } from '../../../test/alarms.js';
import { scopeIn } from '../../../test/webhooks.js';
import type { AlertChange } from '../../processing/domain/correlation.js';
import { FoldRollUp } from '../../maintenance/infrastructure/fold-deltas.js';
import { writeAlerts } from '../../processing/infrastructure/write-correlation.js';
import { tryRollUp } from '../../events/tables/roll-up.js';
import { GetAlert, ListAlerts, StatAlerts } from '../application/read-alerts.js';
import {
  ALERT_SERIALIZER,
  ALERT_ROLL_UP,
  ALERTS,
  GetAlertHandler,
  ListAlertsHandler,
  StatAlertsHandler,
} from './alert-resource.js';

const RUNS = scaled(20);
const HOUR = 3_600_000;
const start = Math.floor((Date.now() - 72 * HOUR) / HOUR) * HOUR;
const SEVERITIES = ['CRITICAL', 'ERROR', 'INFO'] as const;
const ids = Array.from({ length: 12 }, () => v7());
let store: EventStore;
let ingest: IngestPool;

beforeAll(async () => {
  store = await createEventStore();
  ingest = new IngestPool({ connectionString: store.url, max: 3 });
  // The database is dropped while connections are still closing.
  ingest.on('error', () => undefined);
});
afterAll(async () => {
  await ingest.end();
  await store.close();
});

/** Writes an alert as processing does. */
async function write(at: number, open: boolean, severity: Severity, moment: number): Promise<void> {
  const webhook = {
    domain_id: at % 4 === 3 ? 'd2' : 'd1',
    uuid: WEBHOOKS[at % 2] ?? WEBHOOKS[0],
    project_id: `p${at % 2}`,
    plugin_id: 'sample',
    plugin_version: '1.0.0',
    name: 'w1',
    settings: { labels: {} },
  };
  const opened_at = new Date(start + moment);
  const face = alarm({ severity, title: 'one', created_at: opened_at });
  const change = {
    alert_id: ids[at],
    event_key: `key ${at}`,
    opened_at,
    opener: face,
    face,
    face_at: opened_at,
    fallback: face,
    open,
    resolved_at: open ? null : opened_at,
    last_received_at: opened_at,
    event_count: 1,
    duplicate_count: 0,
    quiet_until: null,
  } as unknown as AlertChange;
  const client = await ingest.connect();
  try {
    await writeAlerts(client, [{ webhook, alerts: [change] }], 'ignore');
  } finally {
    client.release();
  }
}

const moment = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom(0, 1, HOUR - 1, HOUR / 2))
  .map(([hour, more]) => hour * HOUR + more);
const severity = fc.constantFrom(...SEVERITIES);
const id = fc.integer({ min: 0, max: ids.length - 1 });
/** Changes of alerts by others than processing. On a cluster there is no trigger that counts such changes. */
const byHand: fc.Arbitrary<() => Promise<unknown>>[] = [
  fc
    .subarray(ids, { maxLength: 4 })
    .map(
      (some) => () =>
        ingest.query(
          `update alert set state = 'RESOLVED', resolved_reason = 'STALE' where alert_id = any ($1)`,
          [some],
        ),
    ),
  fc.tuple(id, moment).map(
    ([at, back]) =>
      () =>
        ingest.query('update alert set opened_at = $2 where alert_id = $1', [
          ids[at],
          new Date(start + back),
        ]),
  ),
  fc
    .subarray(ids, { maxLength: 2 })
    .map((some) => () => ingest.query('delete from alert where alert_id = any ($1)', [some])),
];
/** All changes of alerts: by processing, closing stale alerts, moving the opening back, retention and folding. */
const change: fc.Arbitrary<() => Promise<unknown>> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(id, fc.boolean(), severity, moment).map((of) => () => write(...of)) },
  ...(isSingleServer ? byHand : []),
  fc.constant(() => new FoldRollUp(ingest).fold('alert', 3)),
);

const time = moment.map((at) => new Date(start + at).toISOString());
const condition = fc.oneof(
  fc.record({ k: fc.constant('opened_at'), v: time, o: fc.constantFrom('gt', 'gte', 'lt', 'lte', 'eq') }),
  fc.record({
    k: fc.constant('state'),
    v: fc.constantFrom('OPEN', 'RESOLVED'),
    o: fc.constantFrom('eq', 'not'),
  }),
  fc.record({
    k: fc.constant('severity'),
    v: fc.subarray([...SEVERITIES]),
    o: fc.constantFrom('in', 'not_in'),
  }),
  fc.record({
    k: fc.constant('severity'),
    v: fc.constantFrom(...SEVERITIES),
    o: fc.constantFrom('lt', 'lte', 'gt', 'gte'),
  }),
);
const keys = fc.subarray([
  { key: 'state' },
  { key: 'severity' },
  { key: 'webhook_id' },
  { key: 'opened_at', date_format: '%Y-%m-%d' },
  { key: 'opened_at', name: 'hour', date_format: 'hour' },
]);

it('gives the same counts from the roll-up as from the alerts after any changes and folds', async () => {
  const scope = scopeIn('d1');
  const list = new ListAlertsHandler(store.engine, floorsOf());
  const stat = new StatAlertsHandler(store.engine, floorsOf());
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 8 }),
      fc.array(condition, { maxLength: 3 }),
      keys,
      async (changes, filter, by) => {
        for (const each of changes) await each();
        const query = {
          filter,
          aggregate: [{ group: { keys: by, fields: [{ name: 'n', operator: 'count' }] } }],
        };
        expect(tryRollUp(ALERT_ROLL_UP, parseStatistics(query), new Date())).toBeDefined();
        const slow = await store.engine.stat(ALERTS, { scope, query });
        expect(await stat.execute(new StatAlerts(scope, query))).toEqual(slow);
        const counted = { filter, count_only: true };
        const counts = await store.engine.list(ALERTS, { scope, query: counted, record: ALERT_SERIALIZER });
        expect(read(await list.execute(new ListAlerts(scope, {}, counted)))).toEqual(read(counts));
      },
    ),
    { numRuns: RUNS },
  );
});

it('lists an alert exactly as GetAlert returns it', async () => {
  const scope = scopeIn('d1');
  for (const at of ids.keys()) await write(at, at % 2 === 0, 'ERROR', 0);
  const list = new ListAlertsHandler(store.engine, floorsOf());
  const get = new GetAlertHandler(store.pool, floorsOf());
  const { results } = read(await list.execute(new ListAlerts(scope, {}, {})));
  expect(results.length).toBeGreaterThan(1);
  for (const { alert_id = '', ...more } of results) {
    const one = await get.execute(new GetAlert(scope, alert_id));
    expect(JSON.stringify({ alert_id, ...more })).toBe(JSON.stringify(one));
  }
});

// Only a trigger counts alerts that are removed by hand.
itOnSingleServer('leaves no roll-up rows after all alerts are deleted', async () => {
  for (const at of ids.keys()) await write(at, true, 'ERROR', 0);
  await ingest.query('delete from alert');
  while ((await new FoldRollUp(ingest).fold('alert', 1000)) > 0);
  for (const table of ['alert_roll_up', 'alert_roll_up_day', 'alert_roll_up_delta']) {
    expect((await ingest.query(`select * from ${table}`)).rows).toEqual([]);
  }
});

it('writes no roll-up delta when an alert is written again unchanged', async () => {
  await write(0, true, 'ERROR', 0);
  await new FoldRollUp(ingest).fold('alert', 1000);
  await write(0, true, 'ERROR', 0);
  expect((await ingest.query('select * from alert_roll_up_delta')).rows).toEqual([]);
});
