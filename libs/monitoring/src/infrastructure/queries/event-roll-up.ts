import { isObject } from '#shared/kernel/json.js';
import { boundsOf } from '#shared/query/condition.js';
import { readFilter, type PlainFilter } from '#shared/query/filter.js';
import { lowestUuid } from '#shared/query/instant.js';
import type { Resource } from '#shared/query/resource.js';
import { EVENTS } from './event-resource.js';

const HOUR = 3_600_000;
const COVERED = new Set(['webhook_id', 'project_id', 'event_type', 'severity', 'domain_id']);
const COMPARED = new Set(['eq', 'not', 'in', 'not_in', 'contain', 'contain_in', 'exists']);
/** Formats that tell nothing finer than the hour. */
const FINER = /%[MS]/;
/** Ids know milliseconds. */
const FINER_THAN_IDS = /\.\d{4}/;

interface Asked {
  readonly filter?: PlainFilter;
  readonly query: unknown;
  readonly now: Date;
}

/**
 * Events by webhook, project, type, severity and hour instead of one by one, where that gives the same answer:
 * whole hours are read from the roll-up (and what is not folded into it yet), their edges from the events.
 * `undefined` where the question needs more than the roll-up knows. The query has been found valid before.
 */
export function rollUpFor({ filter, query, now }: Asked): Resource | undefined {
  if (!isObject(query)) return undefined;
  const { all, any, words } = readFilter({ domain_id: '', plain: filter, query });
  if (words.length > 0) return undefined;
  let from = -Infinity;
  let to = Infinity;
  for (const { key, operator, value, place } of all) {
    if (key !== 'created_at') {
      if (!isCovered(key, operator)) return undefined;
      continue;
    }
    const bounds = boundsOf(operator, value, place, now);
    if ((bounds.from === undefined && bounds.to === undefined) || FINER_THAN_IDS.test(String(value))) {
      return undefined;
    }
    from = Math.max(from, (bounds.from ?? -Infinity) + (operator.endsWith('gt') ? 1 : 0));
    to = Math.min(to, (bounds.to ?? Infinity) - (operator.endsWith('lt') ? 1 : 0));
  }
  if (any.some(({ key, operator }) => !isCovered(key, operator))) return undefined;
  if (query['distinct'] !== undefined || !countsOnly(query['aggregate'])) return undefined;
  return { ...ROLL_UP, relation: relation(from, to) };
}

function isCovered(key: string, operator: string): boolean {
  return COVERED.has(key) && COMPARED.has(operator);
}

/** Nothing but a first stage that counts; what comes after it only sees its rows. */
function countsOnly(aggregate: unknown): boolean {
  if (aggregate === undefined) return true;
  const [first] = Array.isArray(aggregate) ? (aggregate as unknown[]) : [];
  if (!isObject(first)) return false;
  if (first['count'] !== undefined) return true;
  const { keys = [], fields = [] } = isObject(first['group']) ? first['group'] : { keys: null };
  if (!Array.isArray(keys) || !Array.isArray(fields)) return false;
  return keys.every(isCoveredKey) && fields.every(isCount);
}

function isCoveredKey(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { date_format: format, time_zone: zone } = given;
  const key = given['key'] ?? given['k'];
  if (key !== 'created_at') return COVERED.has(String(key));
  return typeof format === 'string' && !FINER.test(format) && (zone === undefined || zone === 'UTC');
}

function isCount(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { conditions } = given;
  const keyed = given['key'] ?? given['k'];
  return (given['operator'] ?? given['o']) === 'count' && keyed === undefined && conditions === undefined;
}

const ROLL_UP: Resource = {
  ...EVENTS,
  fields: {
    ...Object.fromEntries(Object.entries(EVENTS.fields).filter(([key]) => COVERED.has(key))),
    created_at: { type: 'date', sql: 'r.created_at' },
  },
  id: 'webhook_id',
  order: [],
  minimal: [],
  weight: 'r.weight',
};

const KEYS = 'domain_id, webhook_id, project_id, event_type, severity';

/** @param from milliseconds, as `to`: both included */
function relation(from: number, to: number): string {
  const first = Math.ceil(from / HOUR) * HOUR;
  const end = Math.floor((to + 1) / HOUR) * HOUR;
  // Not a whole hour in it.
  if (end <= first)
    return `(select ${KEYS}, created_at, 1::bigint as weight from event where ${between(from, to)})`;
  const hours = [
    ...(Number.isFinite(first) ? [`hour >= '${iso(first)}'`] : []),
    ...(Number.isFinite(end) ? [`hour < '${iso(end)}'`] : []),
  ].join(' and ');
  const whole = ['event_roll_up', 'event_roll_up_delta'].map(
    (table) =>
      `select ${KEYS}, hour::timestamptz as created_at, count as weight from ${table} where ${hours || 'true'}`,
  );
  const edges = [
    ...(from < first && Number.isFinite(first) ? [between(from, first - 1)] : []),
    ...(to >= end && Number.isFinite(end) ? [between(end, to)] : []),
  ].map((condition) => `select ${KEYS}, created_at, 1::bigint as weight from event where ${condition}`);
  return `(${[...whole, ...edges].join(' union all ')})`;
}

/** The events of a stretch of time, by their ids: so only its partitions are read. */
function between(from: number, to: number): string {
  const bounds = [
    ...(Number.isFinite(from) ? [`event_id >= '${lowestUuid(from)}'`] : []),
    ...(Number.isFinite(to) ? [`event_id < '${lowestUuid(to + 1)}'`] : []),
  ];
  return bounds.join(' and ') || 'true';
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
