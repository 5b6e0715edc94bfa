import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { createQueryEngine } from '#test/query-engine.js';
import { read } from '../../../test/event-store.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { floorsOf } from '../../../test/retention.js';
import { scopeIn } from '../../../test/webhooks.js';
import { ListEvents } from '../../events/application/read-events.js';
import { ListEventsHandler } from '../../events/infrastructure/event-resource.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import { ListAlerts } from '../application/read-alerts.js';
import { ListAlertsHandler } from './alert-resource.js';

const STARTS = '2026-11-20T08:00:00.000Z';
let pipeline: Pipeline;
let webhook: AdmittedWebhook;
let pool: QueryPool;

beforeAll(async () => {
  pipeline = await createPipeline();
  pool = new QueryPool({ connectionString: pipeline.database.url, max: 2 });
  pool.on('error', () => undefined);
  webhook = await pipeline.addWebhook('prometheus', 'd1', {
    labels: { environment: 'production', job: 'ours' },
  });
});
afterAll(async () => {
  await pool.end();
  await pipeline.close();
});

async function send(
  fingerprint: string,
  more: { labels?: object; annotations?: object; status?: string } = {},
  to = webhook,
) {
  const { labels = {}, annotations = {}, status = 'firing' } = more;
  const alert = {
    ...{
      status,
      fingerprint,
      startsAt: STARTS,
      endsAt: status === 'firing' ? '0001-01-01T00:00:00Z' : '2026-11-20T09:00:00Z',
    },
    labels: { alertname: 'DiskFull', job: 'node', ...labels },
    annotations: { summary: `Disk of ${fingerprint} is full`, ...annotations },
    generatorURL: 'https://prometheus.example.com/graph',
  };
  await pipeline.addSegment(to, [
    { ...posted({ status, receiver: 't', groupLabels: {}, alerts: [alert] }), received_at: new Date() },
  ]);
  await pipeline.newWorker().execute(new ProcessDeliveries([to.uuid]));
}

async function alerts(query: object, domain = 'd1') {
  const handler = new ListAlertsHandler(createQueryEngine(pool, {}), floorsOf());
  return read(await handler.execute(new ListAlerts(scopeIn(domain), {}, query))).results;
}

async function events(query: object, domain = 'd1') {
  const handler = new ListEventsHandler(createQueryEngine(pool, {}), floorsOf());
  return read(await handler.execute(new ListEvents(scopeIn(domain), {}, query))).results;
}

const keysOf = (found: readonly { readonly event_key?: string }[]) =>
  found.map(({ event_key }) => event_key).toSorted();
const where = (k: string, v: unknown, o = 'eq') => ({ filter: [{ k, v, o }] });

describe('the labels of an alert', () => {
  it('are those of its latest alarm that is no recovery, and over them those of the webhook', async () => {
    await send('a', {
      labels: { team: 'shop', severity: 'critical' },
      annotations: { description: 'Full in 6 hours.', runbook_url: 'https://runbooks.example.com/disk' },
    });
    const shown = {
      description: 'Full in 6 hours.',
      labels: {
        alertname: 'DiskFull',
        environment: 'production',
        job: 'ours',
        severity: 'critical',
        team: 'shop',
      },
      links: [
        { name: 'runbook', url: 'https://runbooks.example.com/disk' },
        { name: 'generator', url: 'https://prometheus.example.com/graph' },
      ],
      source: { name: webhook.name, plugin_id: 'prometheus' },
      started_at: STARTS,
    };
    expect(await alerts(where('event_key', 'a'))).toMatchObject([shown]);
    expect(await events(where('event_key', 'a'))).toMatchObject([shown]);
    await send('a', { labels: { team: 'search', severity: 'warning' } });
    const { description: _, ...later } = shown;
    expect(await alerts(where('event_key', 'a'))).toMatchObject([
      {
        ...later,
        description: '',
        labels: { ...shown.labels, severity: 'warning', team: 'search' },
        links: shown.links.slice(1),
      },
    ]);
    await send('a', { labels: { team: 'nobody' }, status: 'resolved' });
    expect(await alerts(where('event_key', 'a'))).toMatchObject([
      { state: 'RESOLVED', labels: { team: 'search' } },
    ]);
  });

  it('are fields of queries', async () => {
    await send('q1', { labels: { team: 'ops', 'app.kubernetes.io/name': 'cart', shard: '7' } });
    await send('q2', { labels: { team: 'Ops', shard: '12' } });
    await send('q3');
    const found = async (query: object) => keysOf(await alerts(query)).filter((key) => key?.startsWith('q'));
    expect(await found(where('labels.team', 'ops'))).toEqual(['q1']);
    expect(await found(where('labels.team', ['ops', 'Ops'], 'in'))).toEqual(['q1', 'q2']);
    expect(await found(where('labels.team', 'ops', 'not'))).toEqual(['q2', 'q3']);
    expect(await found(where('labels.team', 'OP', 'contain'))).toEqual(['q1', 'q2']);
    expect(await found(where('labels.team', false, 'exists'))).toEqual(['q3']);
    expect(await found(where('labels.team', null))).toEqual(['q3']);
    expect(await found(where('labels.app.kubernetes.io/name', 'cart'))).toEqual(['q1']);
    expect(await found(where('labels["app.kubernetes.io/name"]', 'cart'))).toEqual(['q1']);
    expect(await found(where('labels.environment', 'production'))).toEqual(['q1', 'q2', 'q3']);
    await expect(alerts(where('labels.', 'x'))).rejects.toThrow('unknown key');
    expect(await alerts({ ...where('labels.team', 'ops'), only: ['labels.shard'] })).toEqual([
      { labels: { shard: '7' } },
    ]);
  });

  it('are found by their index', async () => {
    const withoutSeqScan = await pipeline.pool.connect();
    try {
      await withoutSeqScan.query('set enable_seqscan = off');
      const plan = await withoutSeqScan.query<{ 'QUERY PLAN': string }>(
        `explain (costs off) select from alert r where r.labels @> any ('{"{\\"team\\": \\"ops\\"}"}'::jsonb[])`,
      );
      expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('alert_labels');
    } finally {
      withoutSeqScan.release(true);
    }
  });

  it('are stored once in an event if the sender calls them labels, and shown and found all the same', async () => {
    const plain = await pipeline.addWebhook('prometheus', 'd2');
    await send('once', { labels: { team: 'once' } }, plain);
    await send('large', { labels: { team: 'once', long: 'x'.repeat(2_000) } }, plain);
    await send('once', { labels: { team: 'once' } });
    const { rows } = await pipeline.pool.query(
      `select domain_id, event_key, jsonb_typeof(labels) as stored from event
       where event_key in ('once', 'large') order by domain_id, event_key`,
    );
    expect(rows).toEqual([
      // With those of the webhook.
      { domain_id: 'd1', event_key: 'once', stored: 'object' },
      { domain_id: 'd2', event_key: 'large', stored: 'object' },
      { domain_id: 'd2', event_key: 'once', stored: 'string' },
    ]);
    const shown = { labels: { alertname: 'DiskFull', job: 'node', team: 'once' } };
    const query = { ...where('labels.team', 'once'), sort: { key: 'event_key', desc: true } };
    expect(await events(query, 'd2')).toMatchObject([shown, shown]);
    expect(await events({ ...query, only: ['labels.job'] }, 'd2')).toEqual([
      { labels: { job: 'node' } },
      { labels: { job: 'node' } },
    ]);
    expect(await events(where('labels.team', false, 'exists'), 'd2')).toEqual([]);
    const keyword = { keyword: 'once', ...where('created_at', 'now - 1h', 'timediff_gte') };
    expect(keysOf(await events(keyword, 'd2'))).toEqual(['large', 'once']);
    expect(await alerts(where('event_key', 'once'), 'd2')).toMatchObject([shown]);
  });

  it('are searched by words, with the other texts', async () => {
    await send('w1', {
      labels: { team: 'zebra', path: String.raw`Z:\okapi`, said: 'so "tapir"' },
      annotations: { description: 'The quokka is full.', image: 'https://e.example.com/1.png' },
    });
    expect(keysOf(await alerts({ keyword: 'zebra quokka' }))).toEqual(['w1']);
    expect((await alerts({ keyword: 'zebra' }))[0]?.links).toContainEqual({
      name: 'image',
      url: 'https://e.example.com/1.png',
    });
    expect(keysOf(await alerts({ keyword: `zebra ${webhook.name.slice(0, 12)}` }))).toEqual(['w1']);
    expect(keysOf(await events({ keyword: 'zebra' }))).toEqual([]);
    expect(
      keysOf(await events({ keyword: 'zebra', ...where('created_at', 'now - 1h', 'timediff_gte') })),
    ).toEqual(['w1']);
    expect(keysOf(await alerts({ keyword: String.raw`z:\okapi` }))).toEqual(['w1']);
    expect(keysOf(await alerts({ keyword: '"tapir"' }))).toEqual(['w1']);
    expect(await alerts({ keyword: '"zebra"' })).toEqual([]);
  });
});
