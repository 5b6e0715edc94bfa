import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTIONS, pathsOf } from './accept.js';
import { alertmanagerBody } from './bodies.js';
import { sendEvenLoad } from './even-load.js';
import { runLoad } from './run-load.js';
import type { Testbed } from './testbed.js';

export interface LoadShape {
  /** Deliveries per second. */
  readonly rate: number;
  /** Seconds. */
  readonly duration: number;
  /** Evenly spread over each second, or in a burst at its beginning. */
  readonly distribution: 'even' | 'bursts';
}

/** Measures the milliseconds from the arrival of an alarm to its stored event, at a rate that API and worker can sustain. */
export async function measureAckToVisible(
  testbed: Testbed,
  webhooks: readonly string[],
  { rate, duration, distribution }: LoadShape,
): Promise<{ readonly p50: number; readonly p99: number }> {
  const from = new Date();
  const body = () => alertmanagerBody(1, new Date().toISOString());
  const all = { body, connections: CONNECTIONS, duration, rate };
  if (distribution === 'even') await sendEvenLoad({ urls: webhooks, ...all });
  else await runLoad({ url: webhooks[0] ?? '', paths: pathsOf(webhooks), ...all });
  await sleep(1_000);
  const { rows } = await testbed.sql.query<{ p50: number; p99: number }>(
    `select round(percentile_disc(0.5) within group (order by waited)) as p50,
       round(percentile_disc(0.99) within group (order by waited)) as p99
     from (
       select extract(epoch from stored_at - created_at) * 1000 as waited
       from event where created_at > $1 and domain_id = 'bench'
     ) as event`,
    [from],
  );
  return { p50: Number(rows[0]?.p50), p99: Number(rows[0]?.p99) };
}
