import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { currentProject } from '../address.js';
import { client } from '../client.js';
import { HOUR_SECONDS } from '../parts/bar-times.js';
import { countRecords, type Counts } from '../screens/count-records.js';
import { inProject, type Condition, type Row } from '../screens/search-query.js';
import { currentDomain } from '../session.js';
import type { HourCounts } from './hours-of-week.js';
import { between, type Spans } from './span.js';

/** The number of rules, sources … that a list has. */
const MAX_ROWS = 8;
/** Seconds. An alert that recovers sooner, and that nobody has answered, was noise. */
const NOISE_SECONDS = 300;

/** What only made noise: recovered by itself within five minutes, and nobody answered it. */
export const NOISE: readonly Condition[] = [
  { k: 'resolved_reason', v: 'RECOVERY', o: 'eq' },
  { k: 'resolved_after', v: NOISE_SECONDS, o: 'lte' },
  { k: 'acknowledged', v: false, o: 'eq' },
];

/** Figures of alerts that opened in a span. Durations in seconds; `null`: none has ended yet. */
export interface Totals {
  readonly alerts: number;
  readonly noise: number;
  readonly acknowledge50: number | null;
  readonly acknowledge90: number | null;
  readonly resolve50: number | null;
  readonly resolve90: number | null;
  readonly told: number;
  readonly toldOutside: HourCounts;
  readonly units: number;
}

export type RankKey = 'rule' | 'webhook_id' | 'title';

/** What had most alerts, and how many of them were noise. */
export interface Rank {
  readonly value: string | null;
  readonly count: number;
  readonly noise: number;
}

export interface Answerer {
  readonly name: string;
  readonly count: number;
  readonly median: number | null;
}

type Aggregate = Schemas['Stage'][];

/** Returns the conditions of the alerts of a span, within the project to which the screens are narrowed. */
const openedIn = (from: string, to: string): Condition[] => [
  ...between('opened_at', from, to),
  ...inProject(currentProject()),
];

const COUNT = { name: 'count', operator: 'count' } as const;

const percentile = (name: string, key: string, percent: number) =>
  ({ name, key, operator: 'percentile', percentile: percent }) as const;

async function statAlerts(
  filter: readonly Condition[],
  aggregate: Aggregate,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const body = { domain_id: currentDomain(), query: { filter: [...filter], aggregate } };
  return (await client.call('statAlerts', { body }, { signal })).results as unknown as readonly Row[];
}

const toNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Reads the figures of one span. */
export async function readTotals(from: string, to: string, signal: AbortSignal): Promise<Totals> {
  const opened = openedIn(from, to);
  const fields = [
    COUNT,
    percentile('acknowledge50', 'acknowledged_after', 50),
    percentile('acknowledge90', 'acknowledged_after', 90),
    percentile('resolve50', 'resolved_after', 50),
    percentile('resolve90', 'resolved_after', 90),
  ];
  const [[all = {}], [noise = {}], toldOutside, units] = await Promise.all([
    statAlerts(opened, [{ group: { keys: [], fields } }], signal),
    statAlerts([...opened, ...NOISE], [{ group: { keys: [], fields: [COUNT] } }], signal),
    readToldByHour(from, to, signal),
    readUnits(from, to, signal),
  ]);
  return {
    alerts: toNumber(all['count']) ?? 0,
    noise: toNumber(noise['count']) ?? 0,
    acknowledge50: toNumber(all['acknowledge50']),
    acknowledge90: toNumber(all['acknowledge90']),
    resolve50: toNumber(all['resolve50']),
    resolve90: toNumber(all['resolve90']),
    told: [...toldOutside.values()].reduce((sum, count) => sum + count, 0),
    toldOutside,
    units,
  };
}

async function readToldByHour(from: string, to: string, signal: AbortSignal): Promise<HourCounts> {
  const keys = [{ key: 'created_at', name: 'time', date_format: '%Y-%m-%dT%H' }];
  const query = {
    filter: [
      { k: 'state', v: 'SENT', o: 'eq' as const },
      ...between('created_at', from, to),
      ...inProject(currentProject()),
    ],
    aggregate: [{ group: { keys, fields: [COUNT] } }],
  };
  const { results } = await client.call(
    'statNotifications',
    { body: { domain_id: currentDomain(), query } },
    { signal },
  );
  return new Map(
    (results as unknown as readonly Row[]).map(({ time, count }) => [
      Date.parse(`${String(time)}:00Z`) / 1_000,
      Number(count),
    ]),
  );
}

/** Reads the units of all protocols that were used on the UTC days of a span. */
async function readUnits(from: string, to: string, signal: AbortSignal): Promise<number> {
  const query = {
    filter: [
      { k: 'day', v: from.slice(0, 10), o: 'gte' as const },
      { k: 'day', v: to.slice(0, 10), o: 'lte' as const },
    ],
    aggregate: [
      { group: { keys: [], fields: [{ name: 'units', key: 'consumed', operator: 'sum' as const }] } },
    ],
  };
  const { results } = await client.call(
    'statQuotaUsages',
    { body: { domain_id: currentDomain(), query } },
    { signal },
  );
  return Number((results as unknown as readonly Row[])[0]?.['units'] ?? 0);
}

/** Reads the alerts by hour and severity. */
export function readHours({ from, to }: Spans, signal: AbortSignal): Promise<ReadonlyMap<number, Counts>> {
  return countRecords(HOUR_SECONDS, 'alerts', { filter: openedIn(from, to) }, signal);
}

/** Reads which rules, sources or titles had most alerts. */
export async function readRanks(
  key: RankKey,
  { from, to }: Spans,
  signal: AbortSignal,
): Promise<readonly Rank[]> {
  const opened = openedIn(from, to);
  const group = { group: { keys: [{ key, name: 'value' }], fields: [COUNT] } };
  const most = await statAlerts(
    opened,
    [group, { sort: { key: 'count', desc: true } }, { limit: MAX_ROWS }],
    signal,
  );
  const values = most.map(({ value }) => value).filter((value) => value !== null);
  const noisy =
    values.length === 0
      ? []
      : await statAlerts([...opened, ...NOISE, { k: key, v: values, o: 'in' }], [group], signal);
  const noise = new Map(noisy.map(({ value, count }) => [value, Number(count)]));
  return most.map(({ value, count }) => ({
    value: value as string | null,
    count: Number(count),
    noise: noise.get(value) ?? 0,
  }));
}

/** Reads who has acknowledged alerts, and how fast. */
export async function readAnswerers({ from, to }: Spans, signal: AbortSignal): Promise<readonly Answerer[]> {
  const rows = await statAlerts(
    [...openedIn(from, to), { k: 'acknowledged', v: true, o: 'eq' }],
    [
      {
        group: {
          keys: [{ key: 'acknowledged_by', name: 'name' }],
          fields: [COUNT, percentile('median', 'acknowledged_after', 50)],
        },
      },
      { sort: { key: 'count', desc: true } },
      { limit: MAX_ROWS },
    ],
    signal,
  );
  return rows.map(({ name, count, median }) => ({
    name: String(name),
    count: Number(count),
    median: toNumber(median),
  }));
}
