import { formatId } from '#shared/kernel/ids.js';
import { ApiClient } from './api-client.js';
import { fillEvents } from './fill-events.js';
import { readEventCount, writeEventCount } from './data-folder.js';
import { COLUMNS, queryCases } from './query-cases.js';
import { Testbed } from './testbed.js';
import { median, printTable, quantiles, readResidentMemory } from './statistics.js';

const ROUNDS = 300;
/** Warm-up rounds, which do not count. */
const WARM_UP_ROUNDS = 20;
/** Queries that take longer than this as hand-written SQL are slow and run in fewer rounds. */
const SLOW_MS = 200;
const SLOW_ROUNDS = 10;
const DOMAIN_ID = 'd0';
const MAX_PAGES = 10_000;
const SHALLOW_PAGE = 10;
const LARGE_PAGES = 400;

type Row = [label: string, value: string];

/**
 * Compares lists and statistics of the API with hand-written SQL through the driver.
 * @param data a folder that keeps the generated data, so that later runs only query it
 */
export async function benchQuery(events: number, data?: string): Promise<void> {
  const filledEvents = data === undefined ? undefined : await readEventCount(data);
  const testbed = await Testbed.start(data);
  try {
    printTable([
      [
        'events',
        filledEvents === undefined ? await fill(testbed, events, data) : filledEvents.toLocaleString('en'),
      ],
    ]);
    await measureQueries(testbed);
  } finally {
    await testbed.stop();
  }
}

async function fill(testbed: Testbed, events: number, data: string | undefined): Promise<string> {
  const startedAt = performance.now();
  await fillEvents(testbed.sql, events);
  if (data !== undefined) await writeEventCount(data, events);
  return `${events.toLocaleString('en')}, filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
}

async function measureQueries(testbed: Testbed): Promise<void> {
  const api = await testbed.startApp('api');
  const client = new ApiClient(api.url, testbed.headers, DOMAIN_ID);
  const sampled = await testbed.sql.query<{ event_id: string; webhook_id: string }>(
    `select event_id, webhook_id from event where domain_id = $1 order by event_id desc offset 500 limit 1`,
    [DOMAIN_ID],
  );
  const { event_id = '', webhook_id = '' } = sampled.rows[0] ?? {};
  const rows: Row[] = [
    [
      'one event by its id',
      await compareLatency(
        () => client.get(`event/${formatId('event', event_id)}`),
        () =>
          testbed.sql.query(`select ${COLUMNS} from event where domain_id = $1 and event_id = $2`, [
            DOMAIN_ID,
            event_id,
          ]),
      ),
    ],
  ];
  for (const { label, path, query, sql, count } of queryCases({
    uuid: webhook_id,
    id: formatId('webhook', webhook_id),
  })) {
    const runSql = () => testbed.sql.query(sql, [DOMAIN_ID]);
    const runCountSql = count === undefined ? undefined : () => testbed.sql.query(count, [DOMAIN_ID]);
    rows.push([label, await compareLatency(() => client.postQuery(path, query), runSql, runCountSql)]);
  }
  printTable(rows);
  printTable(await measurePaging(client, testbed));
  printTable(await measureMemory(client, api.pid));
}

/**
 * Measures both in turns, so that changes in the speed of the machine affect both. Slow hand-written queries run afterwards,
 * because they would evict the caches of the database.
 */
async function compareLatency(
  ask: () => Promise<unknown>,
  runSql: () => Promise<unknown>,
  runCountSql?: () => Promise<unknown>,
): Promise<string> {
  const apiTimes: number[] = [];
  const sqlTimes: number[] = [];
  const countTimes: number[] = [];
  const isSlow = (await measureMs(runSql)) > SLOW_MS;
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await ask();
  for (let round = 0; round < ROUNDS; round += 1) {
    apiTimes.push(await measureMs(ask));
    if (!isSlow) sqlTimes.push(await measureMs(runSql));
  }
  for (let round = 0; round < SLOW_ROUNDS; round += 1) {
    if (isSlow) sqlTimes.push(await measureMs(runSql));
    if (runCountSql) countTimes.push(await measureMs(runCountSql));
  }
  const goalText = isSlow ? '' : `, 1.3 times that and 1 ms ${(1.3 * median(sqlTimes) + 1).toFixed(2)} ms`;
  const countText = runCountSql ? `, its count by hand ${formatQuantiles(countTimes)}` : '';
  return `${formatQuantiles(apiTimes)}, by hand ${formatQuantiles(sqlTimes)}${goalText}${countText}`;
}

/** Reads pages of 100 up to the 10,000th or the end of the domain, and compares the last one with hand-written SQL. */
async function measurePaging(client: ApiClient, testbed: Testbed): Promise<Row[]> {
  const cursors: string[] = [];
  let last = 0;
  for (let cursor: string | undefined; last < MAX_PAGES;) {
    cursor = await client.fetchPage(100, cursor);
    last += 1;
    if (cursor === undefined) break;
    cursors.push(cursor);
  }
  const lastCursor = cursors[last - 2];
  const { rows } = await testbed.sql.query<{ event_id: string }>(
    `select event_id from event where domain_id = $1 order by event_id desc offset $2 limit 1`,
    [DOMAIN_ID, (last - 1) * 100 - 1],
  );
  const pageSql = `select ${COLUMNS} from event where domain_id = $1 and event_id < $2 order by event_id desc limit 100`;
  const lastPageTimes = await compareLatency(
    () => client.fetchPage(100, lastCursor),
    () => testbed.sql.query(pageSql, [DOMAIN_ID, rows[0]?.event_id]),
  );
  const pages = last.toLocaleString('en');
  return [
    [`page ${pages} by cursor`, lastPageTimes],
    [
      `pages ${SHALLOW_PAGE} and ${pages} by cursor`,
      await measureDepths(client, [cursors[SHALLOW_PAGE - 2], lastCursor]),
    ],
  ];
}

/** Measures the depths in turns, because the speed of the machine changes during a long run. */
async function measureDepths(client: ApiClient, cursors: readonly (string | undefined)[]): Promise<string> {
  const times: number[][] = cursors.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, cursor] of cursors.entries())
      times[at]?.push(await measureMs(() => client.fetchPage(100, cursor)));
  }
  return times.map(formatQuantiles).join(', ');
}

/** Measures the memory of the API while pages of 1,000 are read one after the other. */
async function measureMemory(client: ApiClient, pid: number): Promise<Row[]> {
  const memory: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < LARGE_PAGES; page += 1) {
    cursor = await client.fetchPage(1000, cursor);
    if (page % 50 === 49) memory.push(await readResidentMemory(pid));
  }
  const memoryText = memory.map((each) => each.toFixed(0)).join(', ');
  return [[`memory of the API, every 50 of ${LARGE_PAGES} pages of 1,000`, `${memoryText} MB`]];
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Formats the quantiles. The p10 is the most reliable on a machine that other programs use as well. */
function formatQuantiles(times: readonly number[]): string {
  const [p10, p50, p99] = quantiles(times, [0.1, 0.5, 0.99]).map((time) => time.toFixed(2));
  return `p10 / p50 / p99 ${p10} / ${p50} / ${p99} ms`;
}
