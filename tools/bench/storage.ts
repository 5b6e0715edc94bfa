import { formatId } from '#shared/kernel/ids.js';
import { alertmanagerBodies } from './bodies.js';
import { fillEvents } from './fill-events.js';
import { load, type LoadResult } from './load.js';
import { Stage } from './stage.js';
import { median, number, print, processorTime } from './statistics.js';

const PAIRS = 5;
const CONNECTIONS = 32;
const SAMPLE = 5_000;
/** Seconds per measurement. */
const DURATION = 4;

interface Side {
  readonly stage: Stage;
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
    for (const events of [few, many]) sides.push(await prepare(events));
    for (const side of sides) await Promise.all([accept(side, 2), get(side, 2)]);
    const accepts: Cost[][] = sides.map(() => []);
    const gets: Cost[][] = sides.map(() => []);
    for (let pair = 0; pair < PAIRS; pair += 1) {
      for (const [at, side] of sides.entries()) {
        accepts[at]?.push(await costOf(side, () => accept(side, DURATION)));
        gets[at]?.push(await costOf(side, () => get(side, DURATION)));
      }
    }
    const stored = (events: number) => `${number(events)} events stored`;
    const rows = (what: string, [some = [], more = []]: readonly Cost[][]) => [
      [`${what}, ${stored(few)}`, said(some)] as const,
      [`${what}, ${stored(many)}`, said(more)] as const,
      ['ratio of the time', ratio(more, some, (cost) => 1 / cost.perSecond)] as const,
      ['ratio of the processor time', ratio(more, some, (cost) => cost.microseconds)] as const,
    ];
    print([...rows('durable accept', accepts), ...rows('get an event', gets)]);
  } finally {
    for (const { stage } of sides) await stage.strike();
  }
}

interface Cost {
  readonly perSecond: number;
  /** CPU time of API and PostgreSQL per request. */
  readonly microseconds: number;
}

async function costOf({ apiPid, serverPid }: Side, work: () => Promise<LoadResult>): Promise<Cost> {
  const spent = async () => (await processorTime(apiPid)) + (await processorTime(serverPid));
  const before = await spent();
  const { perSecond, requests } = await work();
  return { perSecond, microseconds: (((await spent()) - before) / requests) * 1e6 };
}

function said(costs: readonly Cost[]): string {
  const microseconds = median(costs.map((cost) => cost.microseconds));
  return `${number(median(costs.map(({ perSecond }) => perSecond)))} requests/s, ${number(microseconds)} µs of a processor each`;
}

function ratio(more: readonly Cost[], some: readonly Cost[], of: (cost: Cost) => number): string {
  return median(more.map((cost, at) => of(cost) / of(some[at] ?? cost))).toFixed(2);
}

async function prepare(events: number): Promise<Side> {
  const stage = await Stage.set();
  try {
    await fillEvents(stage.sql, events);
    const { rows } = await stage.sql.query<{ domain_id: string; event_id: string }>(
      `select domain_id, event_id from event tablesample system (${Math.min(100, (SAMPLE / events) * 100)})`,
    );
    const { url, pid } = await stage.startApp('api');
    return {
      stage,
      events,
      url,
      apiPid: pid,
      serverPid: await stage.serverPid(),
      webhook: await stage.createWebhook(url, 'bench'),
      paths: rows.map(
        ({ domain_id, event_id }) =>
          `/monitoring/v1/event/${formatId('event', event_id)}?domain_id=${domain_id}`,
      ),
    };
  } catch (error) {
    await stage.strike();
    throw error;
  }
}

function accept({ webhook }: Side, duration: number): Promise<LoadResult> {
  return load({ url: webhook, body: alertmanagerBodies(), connections: CONNECTIONS, duration });
}

function get({ stage, url, paths }: Side, duration: number): Promise<LoadResult> {
  return load({
    url,
    method: 'GET',
    paths,
    headers: { authorization: stage.headers.authorization },
    connections: CONNECTIONS,
    duration,
  });
}
