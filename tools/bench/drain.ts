import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTIONS, pathsOf } from './accept.js';
import { AlarmStory } from './bodies.js';
import { load } from './load.js';
import type { Stage } from './stage.js';

const ALARMS_PER_BODY = 5;
const WEBHOOKS = 8;
const BATCH = 1_000;

/**
 * Fills the delivery log while no worker runs, then starts one and measures how fast it processes the backlog. A fifth of
 * the alarms are recoveries, a tenth are repeats.
 */
export async function drain(stage: Stage, webhooks: readonly string[], deliveries: number) {
  const some = webhooks.slice(0, WEBHOOKS);
  const story = new AlarmStory();
  await load({
    url: some[0] ?? '',
    body: () => story.body(ALARMS_PER_BODY),
    paths: pathsOf(some),
    connections: CONNECTIONS,
    amount: deliveries,
  });
  const [events, received] = [await countEvents(stage), await countReceived(stage)];
  const worker = await stage.startApp('worker');
  const began = performance.now();
  while ((await countReceived(stage)) - received < deliveries) await sleep(50);
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: ((await countEvents(stage)) - events) / seconds, workerPid: worker.pid };
}

/** Reads the counter that processing maintains. Counting events would get slower with their number. */
export async function countReceived(stage: Stage): Promise<number> {
  const { rows } = await stage.sql.query<{ received: number }>(
    'select coalesce(sum(received_count), 0)::int as received from webhook_cursor',
  );
  return rows[0]?.received ?? 0;
}

async function countEvents(stage: Stage): Promise<number> {
  const { rows } = await stage.sql.query<{ events: number }>('select count(*)::int as events from event');
  return rows[0]?.events ?? 0;
}

const COLUMNS = [
  ['alert_id', 'uuid'],
  ['delivery_id', 'uuid'],
  ['event_key', 'text'],
  ['event_type', 'text'],
  ['severity', 'text'],
  ['title', 'text'],
  ['description', 'text'],
  ['rule', 'text'],
  ['resource_id', 'text'],
  ['resource_type', 'text'],
  ['resource_name', 'text'],
  ['provider', 'text'],
  ['raw_data', 'jsonb'],
  ['additional_info', 'jsonb'],
  ['created_at', 'timestamptz'],
  ['occurred_at', 'timestamptz'],
] as const;
const NAMES = COLUMNS.map(([name]) => name).join(', ');

/** Measures plain inserts: copies rows that the worker stored, under new ids, into the same table with its indexes. */
export async function bareInsert(stage: Stage, amount: number): Promise<number> {
  const stored = await stage.sql.query<Record<string, string>>(
    `select ${COLUMNS.map(([name]) => `${name}::text`).join(', ')} from event limit ${amount}`,
  );
  const { rows } = stored;
  const began = performance.now();
  for (let done = 0; done < rows.length; done += BATCH) {
    const batch = rows.slice(done, done + BATCH);
    await stage.sql.query({
      name: 'bare insert',
      text: `
        insert into event (domain_id, event_id, webhook_id, project_id, plugin_id, plugin_version, ${NAMES})
        select 'bare', id, id, 'bare', 'prometheus', '1.0.0', ${NAMES}
        from unnest($1::uuid[], ${COLUMNS.map(([, type], at) => `$${at + 2}::${type}[]`).join(', ')})
          as row (id, ${NAMES})`,
      values: [batch.map(uuidNow), ...COLUMNS.map(([name]) => batch.map((row) => row[name]))],
    });
  }
  return (rows.length / (performance.now() - began)) * 1000;
}

function uuidNow(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
