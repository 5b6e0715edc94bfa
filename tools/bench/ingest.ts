import { setTimeout as sleep } from 'node:timers/promises';
import { alertmanagerBody } from './bodies.js';
import { load, type LoadResult } from './load.js';
import { Stage } from './stage.js';
import { median, print, residentMemory } from './statistics.js';

const PAIRS = 5;
const CONNECTIONS = 64;
const ALARMS_PER_BODY = 5;

/** Accept, log, process, store: as ratios of what Fastify and PostgreSQL do with nothing around them. */
export async function benchIngest(scale: number): Promise<void> {
  const stage = await Stage.set();
  try {
    const echo = await stage.startEcho();
    const api = await stage.startApp('api');
    const webhook = await stage.createWebhook(api.url, 'bench');
    const accept = await compareAccept(echo, webhook, 5 * scale);
    const bare = await bareInsert(stage, 20_000 * scale);
    await stage.sql.query('truncate delivery_segment');
    const processed = await drain(stage, webhook, Math.round(10_000 * scale));
    const visible = await ackToVisible(stage, webhook, 10 * scale);
    const number = (value: number) => Math.round(value).toLocaleString('en');
    print([
      ['bare Fastify JSON echo', `${number(accept.echo.perSecond)} requests/s`],
      ['durable accept', `${number(accept.accept.perSecond)} requests/s`],
      ['ratio', accept.ratio.toFixed(2)],
      ['accept p50 / p99', `${accept.accept.p50} / ${accept.accept.p99} ms at ${CONNECTIONS} connections`],
      ['worker, draining a backlog', `${number(processed.perSecond)} events/s`],
      ['bare insert of the same rows', `${number(bare)} rows/s`],
      ['ratio', (processed.perSecond / bare).toFixed(2)],
      ['arrival to visible, p50 / p99', `${visible.p50} / ${visible.p99} ms at ${visible.rate} deliveries/s`],
      ['memory of the API', `${number(await residentMemory(api.pid))} MB`],
      ['memory of the worker', `${number(await residentMemory(processed.workerPid))} MB`],
    ]);
  } finally {
    await stage.strike();
  }
}

/** In turns, so that a machine that gets slower or faster does so for both. */
async function compareAccept(echo: string, webhook: string, duration: number) {
  const body = alertmanagerBody(1, new Date().toISOString());
  const run = (url: string) => load({ url, body, connections: CONNECTIONS, duration });
  await run(echo);
  await run(webhook);
  const pairs: { echo: LoadResult; accept: LoadResult }[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push({ echo: await run(echo), accept: await run(webhook) });
  const of = (one: 'echo' | 'accept'): LoadResult => ({
    perSecond: median(pairs.map((pair) => pair[one].perSecond)),
    p50: median(pairs.map((pair) => pair[one].p50)),
    p99: median(pairs.map((pair) => pair[one].p99)),
  });
  return {
    echo: of('echo'),
    accept: of('accept'),
    ratio: median(pairs.map((pair) => pair.accept.perSecond / pair.echo.perSecond)),
  };
}

/** The rows of the event table with its indexes, 1,000 at a time, and nothing else. */
async function bareInsert(stage: Stage, rows: number): Promise<number> {
  const raw = JSON.stringify(
    (JSON.parse(alertmanagerBody(1, new Date().toISOString())) as { alerts: object[] }).alerts[0],
  );
  const began = performance.now();
  for (let done = 0; done < rows; done += 1_000) {
    await stage.sql.query({
      name: 'bare insert',
      text: `
        insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
          severity, title, description, raw_data, additional_info, plugin_id, plugin_version, created_at,
          occurred_at)
        select 'bare', id, id, 'bare', id, id, id::text, 'ALERT', 'CRITICAL', 'Host out of disk space', '', raw,
          raw, 'prometheus', '1.0.0', now(), now()
        from unnest($1::uuid[], $2::jsonb[]) as row (id, raw)`,
      values: [Array.from({ length: 1_000 }, uuidNow), Array.from({ length: 1_000 }, () => raw)],
    });
  }
  return (rows / (performance.now() - began)) * 1000;
}

function uuidNow(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** Fills the log while no worker runs, then starts one and sees how long it takes. */
async function drain(stage: Stage, webhook: string, deliveries: number) {
  const body = () => alertmanagerBody(ALARMS_PER_BODY, new Date().toISOString());
  await load({ url: webhook, body, connections: CONNECTIONS, amount: deliveries });
  const before = await countEvents(stage);
  const worker = await stage.startApp('worker');
  const began = performance.now();
  const left = deliveries * ALARMS_PER_BODY;
  while ((await countEvents(stage)) - before < left) await sleep(50);
  return { perSecond: (left / (performance.now() - began)) * 1000, workerPid: worker.pid };
}

async function countEvents(stage: Stage): Promise<number> {
  const { rows } = await stage.sql.query<{ events: number }>(
    `select count(*)::int as events from event where domain_id = 'bench'`,
  );
  return rows[0]?.events ?? 0;
}

/** Both apps at work, at a pace they can keep. */
async function ackToVisible(stage: Stage, webhook: string, duration: number) {
  const rate = 1_000;
  const from = new Date();
  const body = () => alertmanagerBody(1, new Date().toISOString());
  await load({ url: webhook, body, connections: CONNECTIONS, duration, rate });
  await sleep(1_000);
  const { rows } = await stage.sql.query<{ p50: number; p99: number }>(
    `select round(percentile_disc(0.5) within group (order by waited)) as p50,
       round(percentile_disc(0.99) within group (order by waited)) as p99
     from (
       select extract(epoch from stored_at - created_at) * 1000 as waited from event where created_at > $1
     ) as event`,
    [from],
  );
  return { p50: Number(rows[0]?.p50), p99: Number(rows[0]?.p99), rate };
}
