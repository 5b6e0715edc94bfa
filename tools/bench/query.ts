import { formatId } from '#shared/kernel/ids.js';
import { Asking } from './asking.js';
import { fillEvents } from './fill-events.js';
import { filledBefore, noteFilled } from './kept-data.js';
import { COLUMNS, queryCases } from './query-cases.js';
import { Stage } from './stage.js';
import { median, print, quantiles, residentMemory } from './statistics.js';

const ROUNDS = 300;
/** Warm-up rounds, which do not count. */
const WARMING = 20;
/** Queries that take longer than this as hand-written SQL are slow and run in fewer rounds. */
const SLOW_MS = 200;
const SLOW_ROUNDS = 10;
const DOMAIN = 'd0';
const PAGES = 10_000;
const SHALLOW = 10;
const LARGE_PAGES = 400;

type Row = [label: string, value: string];

/**
 * Compares lists and statistics of the API with hand-written SQL through the driver.
 * @param data a folder that keeps the generated data, so that later runs only query it
 */
export async function benchQuery(events: number, data?: string): Promise<void> {
  const before = data === undefined ? undefined : await filledBefore(data);
  const stage = await Stage.set(data);
  try {
    print([['events', before === undefined ? await fill(stage, events, data) : before.toLocaleString('en')]]);
    await measureQueries(stage);
  } finally {
    await stage.strike();
  }
}

async function fill(stage: Stage, events: number, data: string | undefined): Promise<string> {
  const filling = performance.now();
  await fillEvents(stage.sql, events);
  if (data !== undefined) await noteFilled(data, events);
  return `${events.toLocaleString('en')}, filled in ${((performance.now() - filling) / 1000).toFixed(0)} s`;
}

async function measureQueries(stage: Stage): Promise<void> {
  const api = await stage.startApp('api');
  const asking = new Asking(api.url, stage.headers, DOMAIN);
  const one = await stage.sql.query<{ event_id: string; webhook_id: string }>(
    `select event_id, webhook_id from event where domain_id = $1 order by event_id desc offset 500 limit 1`,
    [DOMAIN],
  );
  const { event_id = '', webhook_id = '' } = one.rows[0] ?? {};
  const rows: Row[] = [
    [
      'one event by its id',
      await sideBySide(
        () => asking.get(`event/${formatId('event', event_id)}`),
        () =>
          stage.sql.query(`select ${COLUMNS} from event where domain_id = $1 and event_id = $2`, [
            DOMAIN,
            event_id,
          ]),
      ),
    ],
  ];
  for (const { label, path, query, sql, count } of queryCases({
    uuid: webhook_id,
    id: formatId('webhook', webhook_id),
  })) {
    const byHand = () => stage.sql.query(sql, [DOMAIN]);
    const countByHand = count === undefined ? undefined : () => stage.sql.query(count, [DOMAIN]);
    rows.push([label, await sideBySide(() => asking.ask(path, query), byHand, countByHand)]);
  }
  print(rows);
  print(await byCursor(asking, stage));
  print(await memoryOf(asking, api.pid));
}

/**
 * Measures both in turns, so that changes in the speed of the machine affect both. Slow hand-written queries run afterwards,
 * because they would evict the caches of the database.
 */
async function sideBySide(
  ask: () => Promise<unknown>,
  byHand: () => Promise<unknown>,
  countByHand?: () => Promise<unknown>,
): Promise<string> {
  const through: number[] = [];
  const hand: number[] = [];
  const count: number[] = [];
  const isSlow = (await timed(byHand)) > SLOW_MS;
  for (let round = 0; round < WARMING; round += 1) await ask();
  for (let round = 0; round < ROUNDS; round += 1) {
    through.push(await timed(ask));
    if (!isSlow) hand.push(await timed(byHand));
  }
  for (let round = 0; round < SLOW_ROUNDS; round += 1) {
    if (isSlow) hand.push(await timed(byHand));
    if (countByHand) count.push(await timed(countByHand));
  }
  const goal = isSlow ? '' : `, 1.3 times that and 1 ms ${(1.3 * median(hand) + 1).toFixed(2)} ms`;
  const counted = countByHand ? `, its count by hand ${shown(count)}` : '';
  return `${shown(through)}, by hand ${shown(hand)}${goal}${counted}`;
}

/** Reads pages of 100 up to the 10,000th or the end of the domain, and compares the last one with hand-written SQL. */
async function byCursor(asking: Asking, stage: Stage): Promise<Row[]> {
  const cursors: string[] = [];
  let last = 0;
  for (let cursor: string | undefined; last < PAGES;) {
    cursor = await asking.page(100, cursor);
    last += 1;
    if (cursor === undefined) break;
    cursors.push(cursor);
  }
  const before = cursors[last - 2];
  const { rows } = await stage.sql.query<{ event_id: string }>(
    `select event_id from event where domain_id = $1 order by event_id desc offset $2 limit 1`,
    [DOMAIN, (last - 1) * 100 - 1],
  );
  const byHand = `select ${COLUMNS} from event where domain_id = $1 and event_id < $2 order by event_id desc limit 100`;
  const deep = await sideBySide(
    () => asking.page(100, before),
    () => stage.sql.query(byHand, [DOMAIN, rows[0]?.event_id]),
  );
  const pages = last.toLocaleString('en');
  return [
    [`page ${pages} by cursor`, deep],
    [`pages ${SHALLOW} and ${pages} by cursor`, await atDepths(asking, [cursors[SHALLOW - 2], before])],
  ];
}

/** Measures the depths in turns, because the speed of the machine changes during a long run. */
async function atDepths(asking: Asking, cursors: readonly (string | undefined)[]): Promise<string> {
  const times: number[][] = cursors.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, cursor] of cursors.entries())
      times[at]?.push(await timed(() => asking.page(100, cursor)));
  }
  return times.map(shown).join(', ');
}

/** Measures the memory of the API while pages of 1,000 are read one after the other. */
async function memoryOf(asking: Asking, pid: number): Promise<Row[]> {
  const memory: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < LARGE_PAGES; page += 1) {
    cursor = await asking.page(1000, cursor);
    if (page % 50 === 49) memory.push(await residentMemory(pid));
  }
  const shownMemory = memory.map((each) => each.toFixed(0)).join(', ');
  return [[`memory of the API, every 50 of ${LARGE_PAGES} pages of 1,000`, `${shownMemory} MB`]];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Formats the quantiles. The p10 is the most reliable on a machine that other programs use as well. */
function shown(times: readonly number[]): string {
  const [p10, p50, p99] = quantiles(times, [0.1, 0.5, 0.99]).map((time) => time.toFixed(2));
  return `p10 / p50 / p99 ${p10} / ${p50} / ${p99} ms`;
}
