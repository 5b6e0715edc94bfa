import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtFile } from '../../tools/start/checkout.js';
import { CONNECTIONS, pathsOf } from './accept.js';
import { alertmanagerBodies } from './bodies.js';
import { countReceived } from './drain.js';
import { runLoad } from './run-load.js';
import { formatNumber, median, printTable, quantiles, readCpuSeconds } from './statistics.js';
import { Testbed } from './testbed.js';

const WEBHOOKS = 200;
const ROUNDS = 3;
/** Seconds of a round. */
const DURATION_SECONDS = 20;
const SAMPLE_MS = 100;

/** What one round measured. CPU is in microseconds for each event. */
interface Round {
  readonly perSecond: number;
  readonly api: number;
  readonly worker: number;
  readonly database: number;
  /** Bytes for each event. */
  readonly wal: number;
  /** Milliseconds since the newest visible event was accepted, in samples of the round. */
  readonly ages: readonly number[];
}

/**
 * Measures the whole way of an alarm at full load: accepted, processed, an alert opened, and visible. Each body differs, and each
 * alarm opens an alert. Rounds alternate with a bare reference on the same server.
 * @param scale 1 is the published length
 */
export async function benchWhole(scale: number): Promise<void> {
  const testbed = await Testbed.start();
  try {
    const bare = await startBareService(testbed);
    const api = await testbed.startApp('api');
    const worker = await testbed.startApp('worker');
    const webhooks: string[] = [];
    for (let n = 0; n < WEBHOOKS; n += 1) webhooks.push(await testbed.createWebhook(api.url, `bench ${n}`));
    const load = { connections: CONNECTIONS, duration: DURATION_SECONDS * scale };
    const ratios: number[] = [];
    const bareSpeeds: number[] = [];
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { perSecond } = await runLoad({ url: bare, body: alertmanagerBodies(), ...load });
      await testbed.sql.query('truncate bare_event');
      const measured = await measureRound(testbed, webhooks, load, { api: api.pid, worker: worker.pid });
      bareSpeeds.push(perSecond);
      rounds.push(measured);
      ratios.push(measured.perSecond / perSecond);
    }
    const of = (key: 'perSecond' | 'api' | 'worker' | 'database' | 'wal') =>
      median(rounds.map((each) => each[key]));
    const [p50 = Number.NaN, p99 = Number.NaN] = quantiles(
      rounds.flatMap(({ ages }) => ages),
      [0.5, 0.99],
    );
    const cpu = of('api') + of('worker') + of('database');
    printTable([
      [`accepted and visible, ${WEBHOOKS} webhooks`, `${formatNumber(of('perSecond'))}/s`],
      ['bare Fastify and one insert each 5 ms', `${formatNumber(median(bareSpeeds))}/s`],
      ['  ratio', median(ratios).toFixed(2)],
      ['processor for an event', `${formatNumber(cpu)} µs`],
      [
        '  API, worker, PostgreSQL',
        `${formatNumber(of('api'))}, ${formatNumber(of('worker'))}, ${formatNumber(of('database'))} µs`,
      ],
      ['WAL for an event', `${(of('wal') / 1_000).toFixed(1)} kB`],
      ['age of the newest visible event, p50 / p99', `${formatNumber(p50)} / ${formatNumber(p99)} ms`],
    ]);
  } finally {
    await testbed.stop();
  }
}

async function startBareService(testbed: Testbed): Promise<string> {
  await testbed.sql.query('create table bare_event (like event including all)');
  const child = fork(builtFile('test/bench/bare-service.js'), [testbed.databaseUrl]);
  testbed.stopAtEnd(child);
  const [address] = (await once(child, 'message')) as [string];
  return address;
}

async function measureRound(
  testbed: Testbed,
  webhooks: readonly string[],
  load: { readonly connections: number; readonly duration: number },
  pids: { readonly api: number; readonly worker: number },
): Promise<Round> {
  const serverPid = await testbed.serverPid();
  const readCpu = () =>
    Promise.all([readCpuSeconds(pids.api), readCpuSeconds(pids.worker), readCpuSeconds(serverPid)]);
  const [received, wal, cpu] = [
    await countReceived(testbed),
    await readWalPosition(testbed),
    await readCpu(),
  ];
  const over = new AbortController();
  const sampled = sampleAges(testbed, over.signal);
  const startedAt = performance.now();
  const [url = ''] = webhooks;
  const { requests } = await runLoad({ url, body: alertmanagerBodies(), paths: pathsOf(webhooks), ...load });
  over.abort();
  while ((await countReceived(testbed)) - received < requests) await sleep(20);
  const seconds = (performance.now() - startedAt) / 1_000;
  const [api, worker, database] = (await readCpu()).map(
    (after, at) => ((after - (cpu[at] ?? 0)) * 1_000_000) / requests,
  ) as [number, number, number];
  const walBytes = (await readWalPosition(testbed)) - wal;
  return {
    ...{ perSecond: requests / seconds, api, worker, database },
    ...{ wal: walBytes / requests, ages: await sampled },
  };
}

/** Returns the bytes of WAL that the server has written. */
async function readWalPosition(testbed: Testbed): Promise<number> {
  const { rows } = await testbed.sql.query<{ position: string }>(
    `select pg_current_wal_lsn() - '0/0' as position`,
  );
  return Number(rows[0]?.position);
}

async function sampleAges(testbed: Testbed, signal: AbortSignal): Promise<readonly number[]> {
  const ages: number[] = [];
  // Not of the round before, whose events get older until the first of this one is visible.
  const {
    rows: [start],
  } = await testbed.sql.query<{ now: string }>('select clock_timestamp()::text as now');
  for (; !signal.aborted; await sleep(SAMPLE_MS)) {
    const { rows } = await testbed.sql.query<{ age: number }>(
      `select extract(epoch from clock_timestamp() - created_at)::float8 * 1000 as age
       from event where domain_id = 'bench' and created_at >= $1 order by event_id desc limit 1`,
      [start?.now],
    );
    if (rows[0] !== undefined) ages.push(rows[0].age);
  }
  return ages;
}
