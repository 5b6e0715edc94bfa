import type { Resource } from '#shared/query/resource.js';

export interface RollUp {
  readonly of: Resource;
  readonly table: string;
  /** The columns that the counts are grouped by. */
  readonly keys: readonly string[];
  readonly time: string;
  /** Returns the condition that selects the records from an instant on, or before one, by an index. */
  readonly bound: (sign: '>=' | '<', milliseconds: number) => string;
}

export type Unit = 'hour' | 'day';

const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000 = Date.UTC(10_000, 0, 1);

/**
 * Returns an instant as text for PostgreSQL. JavaScript formats years with other than four digits in a way that
 * PostgreSQL does not read; such times become infinity.
 */
export function instantAt(milliseconds: number): string {
  if (milliseconds < YEAR_1) return '-infinity';
  return milliseconds < YEAR_10000 ? new Date(milliseconds).toISOString() : 'infinity';
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Returns the counts between two instants. Each row stands for several records.
 * @param from milliseconds since the epoch, as `to`; both inclusive
 */
export function countsBetween(rollUp: RollUp, unit: Unit, from: number, to: number): Resource {
  const { of, keys, time } = rollUp;
  return {
    ...of,
    relation: `(${partsOf(rollUp, unit, from, to + 1).join(' union all ')})`,
    fields: {
      ...Object.fromEntries(Object.entries(of.fields).filter(([key]) => keys.includes(key))),
      [time]: { type: 'date', sql: `r.${time}` },
    },
    id: 'webhook_id',
    order: [],
    minimal: [],
    weight: 'r.weight',
    isCheap: !Number.isFinite(from) && !Number.isFinite(to),
  };
}

function partsOf({ table, keys, time, bound }: RollUp, unit: Unit, from: number, end: number): string[] {
  const columns = keys.join(', ');
  const records = (first: number, last: number) =>
    `select ${columns}, ${time}, 1::bigint as weight from ${table}${within(bound, first, last)}`;
  const hours = wholes(from, end, HOUR);
  if (hours === undefined) return [records(from, end)];
  const counts = (suffix: string, column: Unit, [first, last]: Stretch) => {
    const inTime = within((sign, at) => `${column} ${sign} '${instantAt(at)}'`, first, last);
    return `select ${columns}, ${column}::timestamptz as ${time}, count as weight from ${table}_roll_up${suffix}${inTime}`;
  };
  const days = unit === 'day' ? wholes(...hours, DAY) : undefined;
  return [
    counts('_delta', 'hour', hours),
    ...(days === undefined
      ? [counts('', 'hour', hours)]
      : [counts('_day', 'day', days), ...around(hours, days).map((edge) => counts('', 'hour', edge))]),
    ...around([from, end], hours).map((edge) => records(...edge)),
  ];
}

/** The first millisecond, and the end, which is exclusive. */
type Stretch = readonly [first: number, end: number];

function wholes(first: number, end: number, step: number): Stretch | undefined {
  const inside = [Math.ceil(first / step) * step, Math.floor(end / step) * step] as const;
  return inside[0] < inside[1] ? inside : undefined;
}

function around([first, end]: Stretch, [from, to]: Stretch): Stretch[] {
  return (
    [
      [first, from],
      [to, end],
    ] as const
  ).filter(([a, b]) => a < b);
}

/** Returns no condition for all time: even one that is always true keeps the database from merging the parts. */
function within(bound: RollUp['bound'], first: number, end: number): string {
  const bounds = [
    ...(Number.isFinite(first) ? [bound('>=', first)] : []),
    ...(Number.isFinite(end) ? [bound('<', end)] : []),
  ];
  return bounds.length === 0 ? '' : ` where ${bounds.join(' and ')}`;
}
