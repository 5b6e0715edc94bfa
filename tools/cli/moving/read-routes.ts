import { isObject } from '#shared/kernel/json.js';
import { didYouMean } from '#shared/kernel/find-nearest.js';
import { MatcherError, readMatchers, type Matcher } from './matchers.js';
import type { Route } from './routing.js';
import type { Target } from './routing-records.js';
import { has, isTrueAt, listAt, textAt, toSeconds, type Fields, type SourceFile } from './source-file.js';

const ROUTE_FIELDS: ReadonlySet<string> = new Set([
  ...[
    'receiver',
    'group_by',
    'group_wait',
    'group_interval',
    'repeat_interval',
    'match',
    'match_re',
    'matchers',
  ],
  ...['object_matchers', 'continue', 'routes', 'mute_time_intervals', 'active_time_intervals'],
]);
/** What the root route does if it does not say so. */
export const DEFAULTS: Target = {
  receiver: '',
  groupBy: [],
  groupWait: 30,
  groupInterval: 300,
  repeatInterval: 14_400,
  mute: [],
  active: [],
  changes: [],
};
/** What routes can name. */
export interface Names {
  readonly receivers: ReadonlySet<string>;
  readonly intervals: ReadonlySet<string>;
}

/** Returns the receivers of a tree. */
export const listReceivers = ({ target, children }: Route<Target>): readonly string[] => [
  target.receiver,
  ...children.flatMap(listReceivers),
];

/** Reads a route with those below it, as Alertmanager and Grafana have it. Mistakes are reported. */
export function readRoute(
  source: SourceFile,
  route: Fields,
  path: readonly (string | number)[],
  parent: Target,
  names: Names,
): Route<Target> {
  const report = (field: string, text: string) => source.report([...path, field], text);
  const receiver = textAt(route, 'receiver') ?? parent.receiver;
  if (receiver === '') source.report(path, 'receiver is missing: the root route needs one');
  else if (has(route, 'receiver') && !names.receivers.has(receiver))
    report('receiver', `unknown receiver ${receiver}${didYouMean(receiver, [...names.receivers])}`);
  const listNames = (field: string): readonly string[] => {
    const found = listAt(route, field).map(String);
    for (const name of found)
      if (!names.intervals.has(name))
        report(field, `unknown time interval ${name}${didYouMean(name, [...names.intervals])}`);
    return found;
  };
  const seconds = (field: string, before: number): number => {
    const text = textAt(route, field);
    const found = text === undefined ? before : toSeconds(text);
    if (found === undefined) report(field, `${field} must be a duration like 30s or 4h`);
    return found ?? before;
  };
  const unknown = Object.keys(route).filter((field) => !ROUTE_FIELDS.has(field));
  const target: Target = {
    receiver,
    groupBy: Array.isArray(route['group_by']) ? route['group_by'].map(String) : parent.groupBy,
    groupWait: seconds('group_wait', parent.groupWait),
    groupInterval: seconds('group_interval', parent.groupInterval),
    repeatInterval: seconds('repeat_interval', parent.repeatInterval),
    // A route does not have these from the one above it.
    mute: listNames('mute_time_intervals'),
    active: listNames('active_time_intervals'),
    changes: unknown.map((field) => `${field} is not taken over`),
  };
  return {
    target,
    matchers: readChecked(source, route, path, ''),
    isContinued: isTrueAt(route, 'continue') ?? false,
    children: listAt(route, 'routes').map((child, at) =>
      readRoute(source, isObject(child) ? child : {}, [...path, 'routes', at], target, names),
    ),
  };
}

/** Reads matchers, and reports mistakes. */
export function readChecked(
  source: SourceFile,
  given: Fields,
  path: readonly (string | number)[],
  prefix: string,
): readonly Matcher[] {
  try {
    return readMatchers(given, prefix);
  } catch (error) {
    if (!(error instanceof MatcherError)) throw error;
    source.report(path, error.message);
    return [];
  }
}
