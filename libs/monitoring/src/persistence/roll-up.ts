import { isObject } from '#shared/kernel/json.js';
import { boundsOf } from '#shared/query/condition.js';
import { readFilter, type PlainFilter } from '#shared/query/filter.js';
import type { Resource } from '#shared/query/resource.js';
import { countsBetween, type RollUp, type Unit } from './roll-up-relation.js';

const COMPARED = new Set(['eq', 'not', 'in', 'not_in', 'contain', 'contain_in', 'exists']);
/** Formats that tell nothing finer than the hour, and than the day. */
const FINER_THAN_HOURS = /%[MS]/;
const FINER_THAN_DAYS = /^hour$|%H/;
/** Instants are stored in milliseconds. */
const FINER_THAN_STORED = /\.\d{4}/;

interface Asked {
  readonly filter?: PlainFilter;
  readonly query: unknown;
  readonly now: Date;
  /** Of a domain that keeps less: nothing before it is counted. */
  readonly floor?: number | undefined;
}

/**
 * The counts of a roll-up instead of the records, where they give the same answer: whole days and hours are read
 * from the roll-up (and what is not folded into it yet), their edges from the records.
 * `undefined` where the question needs more than the roll-up knows. The query has been found valid before.
 */
export function rollUpFor(rollUp: RollUp, { filter, query, now, floor }: Asked): Resource | undefined {
  // What an alert is kept for is not when it was opened.
  if (!isObject(query) || (floor !== undefined && rollUp.time !== 'created_at')) return undefined;
  const { all, any, words } = readFilter({ domain_id: '', plain: filter, query });
  if (words.length > 0) return undefined;
  const isCovered = ({ key, operator }: { readonly key: string; readonly operator: string }) =>
    rollUp.keys.includes(key) && COMPARED.has(operator);
  let from = floor ?? -Infinity;
  let to = Infinity;
  for (const { key, operator, value, valuePlace } of all) {
    if (key !== rollUp.time) {
      if (!isCovered({ key, operator })) return undefined;
      continue;
    }
    const bounds = boundsOf(operator, value, valuePlace, now);
    if ((bounds.from === undefined && bounds.to === undefined) || FINER_THAN_STORED.test(String(value))) {
      return undefined;
    }
    from = Math.max(from, (bounds.from ?? -Infinity) + (operator.endsWith('gt') ? 1 : 0));
    to = Math.min(to, (bounds.to ?? Infinity) - (operator.endsWith('lt') ? 1 : 0));
  }
  const unit = unitOf(rollUp, query['aggregate']);
  if (unit === undefined || query['distinct'] !== undefined || !any.every(isCovered)) return undefined;
  return countsBetween(rollUp, unit, from, to);
}

/** What must be told apart for a first stage that counts; what comes after it only sees its rows. */
function unitOf(rollUp: RollUp, aggregate: unknown): Unit | undefined {
  if (aggregate === undefined) return 'day';
  const [first] = Array.isArray(aggregate) ? (aggregate as unknown[]) : [];
  if (!isObject(first)) return undefined;
  if (first['count'] !== undefined) return 'day';
  const { keys = [], fields = [] } = isObject(first['group']) ? first['group'] : { keys: null };
  if (!Array.isArray(keys) || !Array.isArray(fields) || !fields.every(isCount)) return undefined;
  const units = new Set((keys as unknown[]).map((key) => unitOfKey(rollUp, key)));
  if (units.has(undefined)) return undefined;
  return units.has('hour') ? 'hour' : 'day';
}

function unitOfKey(rollUp: RollUp, given: unknown): Unit | undefined {
  if (!isObject(given)) return undefined;
  const { date_format: format, time_zone: zone } = given;
  const key = given['key'] ?? given['k'];
  if (key !== rollUp.time) return rollUp.keys.includes(String(key)) ? 'day' : undefined;
  if (typeof format !== 'string' || FINER_THAN_HOURS.test(format)) return undefined;
  if (zone !== undefined && zone !== 'UTC') return undefined;
  return FINER_THAN_DAYS.test(format) ? 'hour' : 'day';
}

function isCount(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { conditions } = given;
  const keyed = given['key'] ?? given['k'];
  return (given['operator'] ?? given['o']) === 'count' && keyed === undefined && conditions === undefined;
}
