import { setTimeout as sleep } from 'node:timers/promises';
import { newUuid } from '#shared/kernel/ids.js';
import { CONNECTIONS, pathsOf } from './accept.js';
import { AlarmSequence } from './bodies.js';
import { runLoad } from './run-load.js';
import type { Testbed } from './testbed.js';

const ALARMS_PER_BODY = 5;
const WEBHOOKS = 8;
const BATCH_SIZE = 1_000;

/**
 * Fills the delivery log while no worker runs, then starts one and measures how fast it processes the backlog. A fifth of
 * the alarms are recoveries, a tenth are repeats.
 */
export async function measureDrain(testbed: Testbed, webhooks: readonly string[], deliveries: number) {
  const usedWebhooks = webhooks.slice(0, WEBHOOKS);
  const sequence = new AlarmSequence();
  await runLoad({
    url: usedWebhooks[0] ?? '',
    body: () => sequence.nextBody(ALARMS_PER_BODY),
    paths: pathsOf(usedWebhooks),
    connections: CONNECTIONS,
    amount: deliveries,
  });
  const [events, received] = [await countEvents(testbed), await countReceived(testbed)];
  const worker = await testbed.startApp('worker');
  const startedAt = performance.now();
  while ((await countReceived(testbed)) - received < deliveries) await sleep(50);
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: ((await countEvents(testbed)) - events) / seconds, workerPid: worker.pid };
}

/** Reads the counter that processing maintains. Counting events would get slower with their number. */
export async function countReceived(testbed: Testbed): Promise<number> {
  const { rows } = await testbed.sql.query<{ received: number }>(
    'select coalesce(sum(received_count), 0)::int as received from webhook_cursor',
  );
  return rows[0]?.received ?? 0;
}

async function countEvents(testbed: Testbed): Promise<number> {
  const { rows } = await testbed.sql.query<{ events: number }>('select count(*)::int as events from event');
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
const COLUMN_NAMES = COLUMNS.map(([name]) => name).join(', ');

/** Measures plain inserts: copies rows that the worker stored, under new ids, into the same table with its indexes. */
export async function measureInsert(testbed: Testbed, amount: number): Promise<number> {
  const stored = await testbed.sql.query<Record<string, string>>(
    `select ${COLUMNS.map(([name]) => `${name}::text`).join(', ')} from event limit ${amount}`,
  );
  const { rows } = stored;
  const startedAt = performance.now();
  for (let offset = 0; offset < rows.length; offset += BATCH_SIZE) {
    const batch = rows.slice(offset, offset + BATCH_SIZE);
    await testbed.sql.query({
      name: 'bare insert',
      text: `
        insert into event (domain_id, event_id, webhook_id, project_id, plugin_id, plugin_version, ${COLUMN_NAMES})
        select 'bare', id, id, 'bare', 'prometheus', '1.0.0', ${COLUMN_NAMES}
        from unnest($1::uuid[], ${COLUMNS.map(([, type], at) => `$${at + 2}::${type}[]`).join(', ')})
          as row (id, ${COLUMN_NAMES})`,
      values: [
        batch.map(() => newUuid(new Date())),
        ...COLUMNS.map(([name]) => batch.map((row) => row[name])),
      ],
    });
  }
  return (rows.length / (performance.now() - startedAt)) * 1000;
}
