import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';

type Query = Schemas['Query'];
export type Condition = NonNullable<Query['filter']>[number];

export const RECORDS = ['alerts', 'events'] as const;
export type Records = (typeof RECORDS)[number];

/** What is searched for, all of which stands in the address. */
export interface Search {
  readonly records: Records;
  readonly keyword: string;
  readonly filter: readonly Condition[];
  /** ISO 8601, or a time like `now - 1d`. */
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
}

const COLUMNS: Readonly<Record<Records, readonly string[]>> = {
  alerts: ['opened_at', 'severity', 'state', 'title', 'resource.name', 'resolved_after'],
  events: ['created_at', 'severity', 'event_type', 'title', 'resource.name', 'provider'],
};

interface Operations {
  readonly search: 'searchAlerts';
  readonly stat: 'statAlerts';
}

/** Both take and answer the same but for the records, so one is typed like the other. */
export const OPERATIONS = {
  alerts: { search: 'searchAlerts', stat: 'statAlerts' },
  events: { search: 'searchEvents', stat: 'statEvents' },
} as unknown as Readonly<Record<Records, Operations>>;

/** A row of statistics. */
export type Row = Readonly<Record<string, unknown>>;

/** By when records are searched. */
export const TIME: Readonly<Record<Records, string>> = { alerts: 'opened_at', events: 'created_at' };

/** @throws SyntaxError when the filter is no list of conditions */
export function searchIn(parameters: URLSearchParams): Search {
  const records: Records = parameters.get('of') === 'events' ? 'events' : 'alerts';
  const columns = parameters.get('columns');
  return {
    records,
    keyword: parameters.get('keyword') ?? '',
    filter: filterIn(parameters.get('filter') ?? '[]'),
    from: parameters.get('from') ?? 'now - 7d',
    to: parameters.get('to') ?? '',
    columns: columns === null ? COLUMNS[records] : columns.split(',').filter((name) => name !== ''),
  };
}

export function parametersOf({
  records,
  keyword,
  filter,
  from,
  to,
  columns,
}: Search): Record<string, string> {
  const given = {
    of: records,
    keyword,
    filter: filter.length === 0 ? '' : JSON.stringify(filter),
    from,
    to,
    columns: columns.join(',') === COLUMNS[records].join(',') ? '' : columns.join(','),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** @throws SyntaxError */
export function filterIn(text: string): readonly Condition[] {
  const filter: unknown = JSON.parse(text);
  if (!Array.isArray(filter)) throw new SyntaxError('The filter must be a list of conditions');
  return filter as Condition[];
}

/** In the language of the API. */
export function queryOf({ records, keyword, filter, from, to }: Search): Query {
  const time = TIME[records];
  const between: Condition[] = [
    ...(from === '' ? [] : [timeCondition(time, from, 'gte')]),
    ...(to === '' ? [] : [timeCondition(time, to, 'lt')]),
  ];
  return {
    filter: [...filter, ...between],
    ...(keyword === '' ? {} : { keyword }),
    sort: { keys: [{ key: time, desc: true }] },
  };
}

function timeCondition(k: string, v: string, o: 'gte' | 'lt'): Condition {
  return v.startsWith('now') ? { k, v, o: `timediff_${o}` } : { k, v, o: `datetime_${o}` };
}

/** A field of a record by its path: `resource.name`. */
export function valueAt(record: object, path: string): unknown {
  if (Object.hasOwn(record, path)) return (record as Record<string, unknown>)[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      record,
    );
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
