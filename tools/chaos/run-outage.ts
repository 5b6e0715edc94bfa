import { setTimeout as sleep } from 'node:timers/promises';
import { atEvenPace } from '../even-pace.js';
import { waitUntilProcessed } from './check.js';
import { SENDERS } from './payloads.js';
import { Stage } from './stage.js';
import pg from 'pg';

export interface OutageOptions {
  readonly seconds: number;
  /** Deliveries per second of all senders together. */
  readonly rate: number;
}

/** Stops the database under a steady load and reports the result. */
export async function runOutage({ seconds, rate }: OutageOptions): Promise<string> {
  await using stage = await Stage.set(false);
  const { urls, paths } = await stage.target();
  const took: number[] = [];
  const refused: number[] = [];
  let n = 0;
  const post = async () => {
    n += 1;
    const sender = 'Grafana';
    const body = JSON.stringify(SENDERS[sender].body({ n, resolved: false, at: new Date() }));
    const began = performance.now();
    const response = await fetch((urls[n % urls.length] ?? '') + paths[sender], { method: 'POST', body });
    await response.arrayBuffer();
    if (response.status === 202) took.push(performance.now() - began);
    else refused.push(response.status);
  };
  await atEvenPace(rate, 3, post);
  took.length = 0;
  await stage.postgres.kill();
  await atEvenPace(rate, seconds, post);
  const { length: acknowledged } = took;
  took.sort((a, b) => a - b);
  const at = (share: number) => `${(took[Math.floor(acknowledged * share)] ?? Number.NaN).toFixed(1)} ms`;
  const began = performance.now();
  await stage.postgres.start();
  while ((await stage.spooledFiles()) > 0) await sleep(50);
  const drained = performance.now() - began;
  await waitUntilProcessed(stage.databaseUrl, 120_000);
  const events = await countEvents(stage.databaseUrl);
  return [
    `${seconds} s without the database at ${rate} deliveries/s`,
    `acknowledged ${acknowledged}, refused ${refused.length}`,
    `acknowledgement p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(0.99999)}`,
    `in the database ${(drained / 1000).toFixed(1)} s after it was started, events ${events} of ${n}`,
  ].join('\n');
}

async function countEvents(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from event');
  await client.end();
  return rows[0]?.n ?? 0;
}
