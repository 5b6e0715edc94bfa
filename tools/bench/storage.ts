import { formatId } from '#shared/kernel/ids.js';
import { alertmanagerBody } from './bodies.js';
import { fillEvents } from './fill-events.js';
import { load } from './load.js';
import { Stage } from './stage.js';
import { median, print } from './statistics.js';

const PAIRS = 5;
const CONNECTIONS = 32;
const SAMPLE = 5_000;
/** Seconds of one measurement. */
const DURATION = 4;

interface Side {
  readonly stage: Stage;
  readonly events: number;
  readonly url: string;
  readonly webhook: string;
  /** Of events from everywhere in the table. */
  readonly paths: readonly string[];
}

/** Whether accepting a delivery and getting an event cost more where more is stored: two services, in turns. */
export async function benchStorage(few: number, many: number): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const events of [few, many]) sides.push(await prepare(events));
    for (const side of sides) await Promise.all([accept(side, 2), get(side, 2)]);
    const accepts: number[][] = sides.map(() => []);
    const gets: number[][] = sides.map(() => []);
    for (let pair = 0; pair < PAIRS; pair += 1) {
      for (const [at, side] of sides.entries()) {
        accepts[at]?.push(await accept(side, DURATION));
        gets[at]?.push(await get(side, DURATION));
      }
    }
    const number = (value: number) => Math.round(value).toLocaleString('en');
    const rows = (what: string, [some = [], more = []]: readonly number[][]) =>
      [
        [`${what}, ${number(few)} events stored`, `${number(median(some))} requests/s`],
        [`${what}, ${number(many)} events stored`, `${number(median(more))} requests/s`],
        ['ratio of their cost', median(some.map((each, at) => each / (more[at] ?? 0))).toFixed(2)],
      ] as const;
    print([...rows('durable accept', accepts), ...rows('get an event', gets)]);
  } finally {
    for (const { stage } of sides) await stage.strike();
  }
}

async function prepare(events: number): Promise<Side> {
  const stage = await Stage.set();
  try {
    await fillEvents(stage.sql, events);
    const { rows } = await stage.sql.query<{ domain_id: string; event_id: string }>(
      `select domain_id, event_id from event tablesample system (${Math.min(100, (SAMPLE / events) * 100)})`,
    );
    const { url } = await stage.startApp('api');
    return {
      stage,
      events,
      url,
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

async function accept({ webhook }: Side, duration: number): Promise<number> {
  const body = alertmanagerBody(1, new Date().toISOString());
  return (await load({ url: webhook, body, connections: CONNECTIONS, duration })).perSecond;
}

async function get({ stage, url, paths }: Side, duration: number): Promise<number> {
  const path = () => paths[Math.floor(Math.random() * paths.length)] ?? '';
  const { perSecond } = await load({
    url,
    method: 'GET',
    path,
    headers: { authorization: stage.headers.authorization },
    connections: CONNECTIONS,
    duration,
  });
  return perSecond;
}
