import { getTimeBounds } from '#shared/query/condition.js';
import type { CountedQuery } from '#shared/platform/persistence/counted-resource.js';
import type { Resource } from '#shared/query/resource.js';
import type { Stage } from '#shared/query/stages.js';
import { countsBetween, type RollUp, type Unit } from './roll-up-relation.js';

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
