import { fillEvents } from './fill-events.js';
import { Stage } from './stage.js';
import { median, print, residentMemory } from './statistics.js';

const ROUNDS = 40;
const DOMAIN = 'd0';

interface Measured {
  readonly label: string;
  readonly path: string;
  readonly query: object;
  /** The same by hand, for the domain as $1. */
  readonly sql: string;
}

const COLUMNS = `event_id, event_key, event_type, title, description, severity, rule, resource_id, resource_type,
  resource_name, provider, account, image_url, raw_data::text, additional_info::text, alert_id, webhook_id, project_id,
  domain_id, delivery_id, plugin_id, plugin_version, created_at, occurred_at, stored_at`;
const since = (time: string) => `created_at >= ${time} and event_id >= (rpad(lpad(to_hex(
  (extract(epoch from ${time}) * 1000)::bigint), 12, '0'), 32, '0'))::uuid`;
const recent = (time: string) => ({ k: 'created_at', v: time, o: 'timediff_gte' });
const counted = (keys: object[]) => [{ group: { keys, fields: [{ name: 'n', operator: 'count' }] } }];

const MEASURED: readonly Measured[] = [
  {
    label: 'first page of the large domain',
    path: 'search',
    query: { page: { limit: 100 } },
    sql: `select ${COLUMNS} from event where domain_id = $1 order by event_id desc limit 100`,
  },
  {
    label: 'a severity, the last day',
    path: 'search',
    query: { filter: [recent('now - 1d'), { k: 'severity', v: 'CRITICAL', o: 'eq' }] },
    sql: `select ${COLUMNS} from event where domain_id = $1 and severity = 'CRITICAL'
      and ${since(`now() - interval '1 day'`)} order by event_id desc limit 100`,
  },
  {
    label: 'a keyword, the last 7 days',
    path: 'search',
    query: { filter: [recent('now - 7d')], keyword: 'abcde' },
    sql: `select ${COLUMNS} from event where domain_id = $1 and title ilike '%abcde%'
      and ${since(`now() - interval '7 days'`)} order by event_id desc limit 100`,
  },
  {
    label: 'stat by hour, 24 hours',
    path: 'stat',
    query: {
      filter: [recent('now - 24h')],
      aggregate: counted([{ key: 'created_at', date_format: '%d %H' }]),
    },
    sql: `select to_char(created_at at time zone 'UTC', 'DD HH24'), count(*) from event
      where domain_id = $1 and ${since(`now() - interval '1 day'`)} group by 1`,
  },
  {
    label: 'stat by day and severity, 30 days',
    path: 'stat',
    query: {
      filter: [recent('now/d - 30d')],
      aggregate: counted([{ key: 'created_at', date_format: '%Y-%m-%d' }, { key: 'severity' }]),
    },
    sql: `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'), severity, count(*) from event
      where domain_id = $1 and ${since(`now() - interval '30 days'`)} group by 1, 2`,
  },
  {
    label: 'total_count of the large domain',
    path: 'search',
    query: { count_only: true },
    sql: 'select count(*) from event where domain_id = $1',
  },
];

/** Lists and stats through the API beside the same written by hand and run through the driver. */
export async function benchQuery(events: number): Promise<void> {
  const stage = await Stage.set();
  try {
    await fillEvents(stage.sql, events);
    const api = await stage.startApp('api');
    const ask = async (path: string, query: object): Promise<{ next_cursor?: string }> =>
      stage.post(`${api.url}/monitoring/v1/events/${path}`, { domain_id: DOMAIN, query });
    const rows: [string, string][] = [['events', events.toLocaleString('en')]];
    for (const { label, path, query, sql } of MEASURED) {
      // In turns, so that a machine that gets slower does so for both.
      const [through, byHand]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        through.push(await timed(() => ask(path, query)));
        byHand.push(await timed(() => stage.sql.query(sql, [DOMAIN])));
      }
      rows.push([label, `${shown(through)}, by hand ${shown(byHand)}`]);
    }
    const before = await residentMemory(api.pid);
    rows.push(['by cursor, first and last page of it', await byCursor(ask)]);
    const after = await residentMemory(api.pid);
    rows.push(['memory of the API before and after it', `${before.toFixed(0)} / ${after.toFixed(0)} MB`]);
    print(rows);
  } finally {
    await stage.strike();
  }
}

/** As deep as the domain goes, at most 200 pages. */
async function byCursor(ask: (path: string, query: object) => Promise<{ next_cursor?: string }>) {
  const times: number[] = [];
  const next = async (cursor?: string): Promise<string | undefined> => {
    const start = performance.now();
    const page = cursor === undefined ? { limit: 1000 } : { limit: 1000, cursor };
    const { next_cursor } = await ask('search', { page });
    times.push(performance.now() - start);
    return next_cursor;
  };
  for (let cursor = await next(); cursor !== undefined && times.length < 200;) cursor = await next(cursor);
  const tenth = Math.ceil(times.length / 10);
  return `${median(times.slice(0, tenth)).toFixed(1)} / ${median(times.slice(-tenth)).toFixed(1)} ms, ${times.length} pages of 1,000`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function shown(times: readonly number[]): string {
  const p99 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
  return `p50 ${median(times).toFixed(1)} p99 ${p99.toFixed(1)} ms`;
}
