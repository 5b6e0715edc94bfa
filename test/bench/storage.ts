import { formatId } from '#shared/kernel/ids.js';
import { alertmanagerBodies } from './bodies.js';
import { fillEvents } from './fill-events.js';
import { runLoad, type LoadResult } from './run-load.js';
import { Testbed } from './testbed.js';
import { median, formatNumber, printTable, readCpuSeconds } from './statistics.js';

const ROUNDS = 5;
const CONNECTIONS = 32;
const SAMPLE_SIZE = 5_000;
/** Seconds per measurement. */
const DURATION_SECONDS = 4;

interface Side {
  readonly testbed: Testbed;
  readonly events: number;
  readonly url: string;
  readonly apiPid: number;
  readonly serverPid: number;
  readonly webhook: string;
  /** Paths of events from all parts of the table. */
  readonly paths: readonly string[];
}

/** Measures whether accepting a delivery and reading an event get slower with more stored events: two services, in turns. */
export async function benchStorage(few: number, many: number): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const events of [few, many]) sides.push(await prepareSide(events));
    for (const side of sides) await Promise.all([runAccepts(side, 2), runGets(side, 2)]);
    const accepts: Cost[][] = sides.map(() => []);
    const gets: Cost[][] = sides.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [at, side] of sides.entries()) {
        accepts[at]?.push(await measureCost(side, () => runAccepts(side, DURATION_SECONDS)));
        gets[at]?.push(await measureCost(side, () => runGets(side, DURATION_SECONDS)));
      }
    }
    const storedLabel = (events: number) => `${formatNumber(events)} events stored`;
    const rows = (what: string, [some = [], more = []]: readonly Cost[][]) => [
      [`${what}, ${storedLabel(few)}`, formatCosts(some)] as const,
      [`${what}, ${storedLabel(many)}`, formatCosts(more)] as const,
      ['ratio of the time', ratio(more, some, (cost) => 1 / cost.perSecond)] as const,
      ['ratio of the processor time', ratio(more, some, (cost) => cost.microseconds)] as const,
    ];
    printTable([...rows('durable accept', accepts), ...rows('get an event', gets)]);
  } finally {
    for (const { testbed } of sides) await testbed.stop();
  }
}

interface Cost {
  readonly perSecond: number;
  /** CPU time of API and PostgreSQL per request. */
  readonly microseconds: number;
}

async function measureCost({ apiPid, serverPid }: Side, work: () => Promise<LoadResult>): Promise<Cost> {
  const readCpuTime = async () => (await readCpuSeconds(apiPid)) + (await readCpuSeconds(serverPid));
  const before = await readCpuTime();
  const { perSecond, requests } = await work();
  return { perSecond, microseconds: (((await readCpuTime()) - before) / requests) * 1e6 };
}

function formatCosts(costs: readonly Cost[]): string {
  const microseconds = median(costs.map((cost) => cost.microseconds));
  return `${formatNumber(median(costs.map(({ perSecond }) => perSecond)))} requests/s, ${formatNumber(microseconds)} µs of a processor each`;
}

function ratio(more: readonly Cost[], some: readonly Cost[], of: (cost: Cost) => number): string {
  return median(more.map((cost, at) => of(cost) / of(some[at] ?? cost))).toFixed(2);
}

async function prepareSide(events: number): Promise<Side> {
  const testbed = await Testbed.start();
  try {
    await fillEvents(testbed.sql, events);
    const { rows } = await testbed.sql.query<{ domain_id: string; event_id: string }>(
      `select domain_id, event_id from event tablesample system (${Math.min(100, (SAMPLE_SIZE / events) * 100)})`,
    );
    const { url, pid } = await testbed.startApp('api');
    return {
      testbed,
      events,
      url,
      apiPid: pid,
      serverPid: await testbed.serverPid(),
      webhook: await testbed.createWebhook(url, 'bench'),
      paths: rows.map(
        ({ domain_id, event_id }) =>
          `/monitoring/v1/event/${formatId('event', event_id)}?domain_id=${domain_id}`,
      ),
    };
  } catch (error) {
    await testbed.stop();
    throw error;
  }
}

function runAccepts({ webhook }: Side, duration: number): Promise<LoadResult> {
  return runLoad({ url: webhook, body: alertmanagerBodies(), connections: CONNECTIONS, duration });
}

function runGets({ testbed, url, paths }: Side, duration: number): Promise<LoadResult> {
  return runLoad({
    url,
    method: 'GET',
    paths,
    headers: { authorization: testbed.headers.authorization },
    connections: CONNECTIONS,
    duration,
  });
}
