import { parseFilterText } from '#shared/query/text/parse-filter-text.js';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { splitProjects } from '../split-projects.js';

type Query = Schemas['Query'];
export type Condition = Schemas['Condition'];

export const RECORDS = ['alerts', 'events'] as const;
export type Records = (typeof RECORDS)[number];

/** A search. The URL contains all of it. */
export interface Search {
  readonly records: Records;
  readonly keyword: string;
  readonly filter: readonly Condition[];
  /** ISO 8601, or a time like `now - 1d`. */
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
  readonly sort: Sort;
  /** The project to which all screens are narrowed; empty: all. */
  readonly project: string;
}

export interface Sort {
  readonly key: string;
  readonly desc: boolean;
}

/** The default of `from`. An empty text in the URL means no limit. */
const DEFAULT_FROM = 'now - 7d';

const COLUMNS: Readonly<Record<Records, readonly string[]>> = {
  alerts: ['opened_at', 'severity', 'state', 'title', 'labels', 'resource.name', 'resolved_after'],
  events: ['created_at', 'severity', 'event_type', 'title', 'labels', 'resource.name', 'provider'],
};

interface Operations {
  readonly search: 'searchAlerts';
  readonly stat: 'statAlerts';
}

/** The operations differ only in their records, so those for events are typed like those for alerts. */
export const OPERATIONS = {
  alerts: { search: 'searchAlerts', stat: 'statAlerts' },
  events: { search: 'searchEvents', stat: 'statEvents' },
} as unknown as Readonly<Record<Records, Operations>>;

/** A row of statistics. */
export type Row = Readonly<Record<string, unknown>>;

/** The field that the time span of a search applies to. */
export const TIME_FIELD: Readonly<Record<Records, string>> = { alerts: 'opened_at', events: 'created_at' };

/** Returns the columns and the order (newest first) of a search whose URL contains none. */
export function defaultsOf(records: Records): Pick<Search, 'columns' | 'sort'> {
  return { columns: COLUMNS[records], sort: { key: TIME_FIELD[records], desc: true } };
}

/** Parses a search from the URL. @throws SyntaxError when the filter is no list of conditions */
export function parseSearch(parameters: URLSearchParams): Search {
  const records: Records = parameters.get('of') === 'events' ? 'events' : 'alerts';
  const defaults = defaultsOf(records);
  const columns = (parameters.get('columns') ?? '').split(',').filter((name) => name !== '');
  return {
    records,
    keyword: parameters.get('keyword') ?? '',
    filter: parseFilter(parameters.get('filter') ?? '[]'),
    from: parameters.get('from') ?? DEFAULT_FROM,
    to: parameters.get('to') ?? '',
    columns: columns.length === 0 ? defaults.columns : columns,
    sort: parseSort(parameters.get('sort') ?? '') ?? defaults.sort,
    project: parameters.get('project') ?? '',
  };
}

/** Parses an order: `title`, or descending `-title`. */
function parseSort(text: string): Sort | undefined {
  const key = text.replace(/^-/, '');
  return key === '' ? undefined : { key, desc: text.startsWith('-') };
}

const formatSort = ({ key, desc }: Sort): string => `${desc ? '-' : ''}${key}`;

export function toParameters({
  records,
  keyword,
  filter,
  from,
  to,
  columns,
  sort,
  project,
}: Search): Record<string, string> {
  const defaults = defaultsOf(records);
  const given = {
    of: records,
    keyword,
    filter: filter.length === 0 ? '' : JSON.stringify(filter),
    to,
    columns: columns.join(',') === defaults.columns.join(',') ? '' : columns.join(','),
    sort: formatSort(sort) === formatSort(defaults.sort) ? '' : formatSort(sort),
    project,
  };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
    ...(from === DEFAULT_FROM ? {} : { from }),
  };
}

/** The conditions of a subscription or silence. */
export interface FilterLists {
  readonly filter: Condition[];
  readonly filter_or: Condition[];
}

/** Parses a filter: text like `severity >= ERROR`, or a list of conditions in JSON. @throws SyntaxError */
export function parseFilterLists(text: string): FilterLists {
  if (!/^\s*\[/.test(text)) return parseFilterText(text) as unknown as FilterLists;
  return { filter: parseJsonFilter(text), filter_or: [] };
}

/** As {@link parseFilterLists}, for a search, which has no alternatives. @throws SyntaxError */
export function parseFilter(text: string): readonly Condition[] {
  const { filter, filter_or } = parseFilterLists(text);
  if (filter_or.length > 0)
    throw new SyntaxError(
      'conditions that are joined by "or" cannot be searched for here; use in: a in (x, y)',
    );
  return filter;
}

function parseJsonFilter(text: string): Condition[] {
  const filter: unknown = JSON.parse(text);
  if (!Array.isArray(filter) || !filter.every(isObject))
    throw new SyntaxError('enter a list of conditions, like [{"k": "title", "v": "disk", "o": "contain"}]');
  return filter as Condition[];
}

const isObject = (value: unknown) => Object(value) === value && !Array.isArray(value);

/** Adds the user's time zone to a typed time without one, so that the URL means the same for everybody. */
export function addTimeZone(text: string): string {
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

/** Converts a search to the query language of the API. */
export function toQuery({ records, keyword, filter, from, to, sort, project }: Search): Query {
  const time = TIME_FIELD[records];
  const between: Condition[] = [
    ...(from === '' ? [] : [timeCondition(time, from, 'gte')]),
    ...(to === '' ? [] : [timeCondition(time, to, 'lt')]),
  ];
  return {
    filter: [...filter, ...between, ...inProject(project)],
    ...(keyword === '' ? {} : { keyword }),
    sort: { keys: [sort] },
  };
}

/** Returns the condition that narrows records to a project, or to several with commas between. */
export function inProject(project: string): Condition[] {
  const [first, ...others] = splitProjects(project);
  if (first === undefined) return [];
  return [
    {
      k: 'project_id',
      ...(others.length === 0 ? { v: first, o: 'eq' } : { v: [first, ...others], o: 'in' }),
    },
  ];
}

function timeCondition(k: string, v: string, o: 'gte' | 'lt'): Condition {
  return v.startsWith('now') ? { k, v, o: `timediff_${o}` } : { k, v, o: `datetime_${o}` };
}

/** Returns the value of a field by its path: `resource.name`. */
export function getValue(record: object, path: string): unknown {
  if (Object.hasOwn(record, path)) return (record as Record<string, unknown>)[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      record,
    );
}

export function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
