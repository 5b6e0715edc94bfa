import { setTimeout as sleep } from 'node:timers/promises';
import { runAtEvenPace } from '../../tools/even-pace.js';
import { waitUntilProcessed } from './check-events.js';
import { SENDERS } from './payloads.js';
import { Testbed } from './testbed.js';
import pg from 'pg';

export interface OutageOptions {
  readonly seconds: number;
  /** Deliveries per second of all senders together. */
  readonly rate: number;
}

/** Stops the database under a steady load and reports the result. */
export async function runOutage({ seconds, rate }: OutageOptions): Promise<string> {
  await using testbed = await Testbed.start(false);
  const { urls, paths } = await testbed.createTarget();
  const latencies: number[] = [];
  const rejectedStatuses: number[] = [];
  let n = 0;
  const post = async () => {
    n += 1;
    const sender = 'Grafana';
    const body = JSON.stringify(SENDERS[sender].body({ n, resolved: false, at: new Date() }));
    const startedAt = performance.now();
    const response = await fetch((urls[n % urls.length] ?? '') + paths[sender], { method: 'POST', body });
    await response.arrayBuffer();
    if (response.status === 202) latencies.push(performance.now() - startedAt);
    else rejectedStatuses.push(response.status);
  };
  await runAtEvenPace(rate, 3, post);
  latencies.length = 0;
  await testbed.postgres.kill();
  await runAtEvenPace(rate, seconds, post);
  const { length: acknowledged } = latencies;
  latencies.sort((a, b) => a - b);
  const formatQuantile = (share: number) =>
    `${(latencies[Math.floor(acknowledged * share)] ?? Number.NaN).toFixed(1)} ms`;
  const startedAt = performance.now();
  await testbed.postgres.start();
  while ((await testbed.countSpoolFiles()) > 0) await sleep(50);
  const drainMs = performance.now() - startedAt;
  await waitUntilProcessed(testbed.databaseUrl, 120_000);
  const events = await countEvents(testbed.databaseUrl);
  return [
    `${seconds} s without the database at ${rate} deliveries/s`,
    `acknowledged ${acknowledged}, refused ${rejectedStatuses.length}`,
    `acknowledgement p50 ${formatQuantile(0.5)}, p99 ${formatQuantile(0.99)}, longest ${formatQuantile(0.99999)}`,
    `in the database ${(drainMs / 1000).toFixed(1)} s after it was started, events ${events} of ${n}`,
  ].join('\n');
}

async function countEvents(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from event');
  await client.end();
  return rows[0]?.n ?? 0;
}
