import type { CountedQuery } from '#shared/platform/persistence/query-engine.js';
import { getTimeBounds } from '#shared/query/condition.js';
import type { Resource } from '#shared/query/resource.js';
import type { Stage } from '#shared/query/stages.js';

export interface RollUp {
  readonly resource: Resource;
  readonly table: string;
  /** The columns that the counts are grouped by. */
  readonly keys: readonly string[];
  readonly timeField: string;
  /** Returns the condition that selects the records from an instant on, or before one, by an index. */
  readonly buildBound: (sign: '>=' | '<', milliseconds: number) => string;
}

type Unit = 'hour' | 'day';

const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000 = Date.UTC(10_000, 0, 1);

/**
 * Returns an instant as text for PostgreSQL. JavaScript formats years with other than four digits in a way that
 * PostgreSQL does not read; such times become infinity.
 */
export function formatInstant(milliseconds: number): string {
  if (milliseconds < YEAR_1) return '-infinity';
  return milliseconds < YEAR_10000 ? new Date(milliseconds).toISOString() : 'infinity';
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns the counts between two instants. Each row stands for several records.
 * @param from milliseconds since the epoch, as `to`; both inclusive
 */
function countsBetween(rollUp: RollUp, unit: Unit, from: number, to: number): Resource {
  const { resource, keys, timeField } = rollUp;
  return {
    ...resource,
    relation: `(${buildParts(rollUp, unit, from, to + 1).join(' union all ')})`,
    fields: {
      ...Object.fromEntries(Object.entries(resource.fields).filter(([key]) => keys.includes(key))),
      [timeField]: { type: 'date', sql: `r.${timeField}` },
    },
    id: 'webhook_id',
    order: [],
    minimal: [],
    weight: 'r.weight',
    isCheap: !Number.isFinite(from) && !Number.isFinite(to),
  };
}

function buildParts(
  { table, keys, timeField, buildBound }: RollUp,
  unit: Unit,
  from: number,
  end: number,
): string[] {
  const columns = keys.join(', ');
  const selectRecords = (first: number, last: number) =>
    `select ${columns}, ${timeField}, 1::bigint as weight from ${table}${buildTimeCondition(buildBound, first, last)}`;
  const hours = findWholeUnits(from, end, HOUR_MS);
  if (hours === undefined) return [selectRecords(from, end)];
  const selectCounts = (suffix: string, column: Unit, [first, last]: TimeRange) => {
    const timeCondition = buildTimeCondition(
      (sign, at) => `${column} ${sign} '${formatInstant(at)}'`,
      first,
      last,
    );
    return `select ${columns}, ${column}::timestamptz as ${timeField}, count as weight from ${table}_roll_up${suffix}${timeCondition}`;
  };
  const days = unit === 'day' ? findWholeUnits(...hours, DAY_MS) : undefined;
  return [
    selectCounts('_delta', 'hour', hours),
    ...(days === undefined
      ? [selectCounts('', 'hour', hours)]
      : [
          selectCounts('_day', 'day', days),
          ...findEdges(hours, days).map((edge) => selectCounts('', 'hour', edge)),
        ]),
    ...findEdges([from, end], hours).map((edge) => selectRecords(...edge)),
  ];
}

/** The first millisecond, and the end, which is exclusive. */
type TimeRange = readonly [first: number, end: number];

function findWholeUnits(first: number, end: number, step: number): TimeRange | undefined {
  const inside = [Math.ceil(first / step) * step, Math.floor(end / step) * step] as const;
  return inside[0] < inside[1] ? inside : undefined;
}

function findEdges([first, end]: TimeRange, [from, to]: TimeRange): TimeRange[] {
  return (
    [
      [first, from],
      [to, end],
    ] as const
  ).filter(([a, b]) => a < b);
}

/** Returns no condition for all time: even one that is always true keeps the database from merging the parts. */
function buildTimeCondition(buildBound: RollUp['buildBound'], first: number, end: number): string {
  const bounds = [
    ...(Number.isFinite(first) ? [buildBound('>=', first)] : []),
    ...(Number.isFinite(end) ? [buildBound('<', end)] : []),
  ];
  return bounds.length === 0 ? '' : ` where ${bounds.join(' and ')}`;
}

const SUPPORTED_OPERATORS = new Set([
  ...['eq', 'not', 'in', 'not_in', 'lt', 'lte', 'gt', 'gte', 'contain', 'contain_in', 'exists'],
]);
/** Date formats that are finer than an hour, and finer than a day. */
const FINER_THAN_HOURS = /%[MS]/;
const FINER_THAN_DAYS = /^hour$|%H/;
/** Matches instants that are finer than milliseconds, the stored precision. */
const FINER_THAN_STORED = /\.\d{4}/;

/**
 * Returns the counts of a roll-up in place of the records, if they give the same answer. Whole days and hours are read
 * from the roll-up and its deltas, and the edges of the range from the records.
 * `undefined` if the query needs more than the roll-up contains.
 * @param floor the earliest visible time of a domain with its own retention; older records are not counted
 */
export function tryRollUp(
  rollUp: RollUp,
  { filter: { all, any, words }, distinct, stages }: CountedQuery,
  now: Date,
  floor?: number,
): Resource | undefined {
  // The roll-up of alerts counts by opening time, but alerts are not removed by it, so the floor cannot be applied.
  if (floor !== undefined && rollUp.timeField !== 'created_at') return undefined;
  if (words.length > 0 || distinct !== undefined) return undefined;
  const isCovered = ({ key, operator }: { readonly key: string; readonly operator: string }) =>
    rollUp.keys.includes(key) && SUPPORTED_OPERATORS.has(operator);
  let from = floor ?? -Infinity;
  let to = Infinity;
  for (const { key, operator, value, valuePlace } of all) {
    if (key !== rollUp.timeField) {
      if (!isCovered({ key, operator })) return undefined;
      continue;
    }
    const bounds = getTimeBounds(operator, value, valuePlace, now);
    if ((bounds.from === undefined && bounds.to === undefined) || FINER_THAN_STORED.test(String(value))) {
      return undefined;
    }
    from = Math.max(from, (bounds.from ?? -Infinity) + (operator.endsWith('gt') ? 1 : 0));
    to = Math.min(to, (bounds.to ?? Infinity) - (operator.endsWith('lt') ? 1 : 0));
  }
  const unit = stages === undefined ? 'day' : findUnit(rollUp, stages[0]);
  return unit === undefined || !any.every(isCovered) ? undefined : countsBetween(rollUp, unit, from, to);
}

/**
 * Returns whether the first stage needs counts by hour or by day; `undefined` if it does not just count. Later stages
 * only see its rows.
 */
function findUnit({ keys, timeField }: RollUp, first: Stage | undefined): Unit | undefined {
  if (first?.name === 'count') return 'day';
  const { group } = first ?? {};
  if (
    !group?.fields.every(
      (field) => field.operator === 'count' && field.key === undefined && field.conditions.length === 0,
    )
  )
    return undefined;
  const units = new Set(
    group.keys.map(({ key, format, zone }): Unit | undefined => {
      if (key !== timeField) return keys.includes(key) ? 'day' : undefined;
      if (typeof format !== 'string' || FINER_THAN_HOURS.test(format) || zone !== 'UTC') return undefined;
      return FINER_THAN_DAYS.test(format) ? 'hour' : 'day';
    }),
  );
  if (units.has(undefined)) return undefined;
  return units.has('hour') ? 'hour' : 'day';
}
