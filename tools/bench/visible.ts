import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTIONS, pathsOf } from './accept.js';
import { alertmanagerBody } from './bodies.js';
import { evenLoad } from './even-load.js';
import { load } from './load.js';
import type { Stage } from './stage.js';

export interface Pace {
  /** Deliveries per second. */
  readonly rate: number;
  /** Seconds. */
  readonly duration: number;
  /** Evenly spread over each second, or in a burst at its beginning. */
  readonly as: 'even' | 'bursts';
}

/** Measures the milliseconds from the arrival of an alarm to its stored event, at a rate that API and worker can sustain. */
export async function ackToVisible(
  stage: Stage,
  webhooks: readonly string[],
  { rate, duration, as }: Pace,
): Promise<{ readonly p50: number; readonly p99: number }> {
  const from = new Date();
  const body = () => alertmanagerBody(1, new Date().toISOString());
  const all = { body, connections: CONNECTIONS, duration, rate };
  if (as === 'even') await evenLoad({ urls: webhooks, ...all });
  else await load({ url: webhooks[0] ?? '', paths: pathsOf(webhooks), ...all });
  await sleep(1_000);
  const { rows } = await stage.sql.query<{ p50: number; p99: number }>(
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
