import { isObject } from '#shared/kernel/json.js';
import { didYouMean } from '#shared/kernel/find-nearest.js';
import { convertReceiver } from './alertmanager-receivers.js';
import { formatPiece, split, toField, TooComplexError } from './filters.js';
import { formatMatchers, MatcherError, readMatchers, type Matcher } from './matchers.js';
import type { MovedFile } from './moved-file.js';
import { ExpressionError } from './parse-expression.js';
import type { Route } from './routing.js';
import { addRouting, type Integration, type Target } from './routing-records.js';
import {
  has,
  isTrueAt,
  listAt,
  objectAt,
  readSource,
  textAt,
  toSeconds,
  type Fields,
  type SourceFile,
} from './source-file.js';
import { toClauses } from './terms-of-labels.js';

const EXPECTED = 'an Alertmanager configuration: it needs route and receivers';
/** What the import reads, or what says nothing here. */
const READ = [
  'global',
  'route',
  'receivers',
  'inhibit_rules',
  'time_intervals',
  'mute_time_intervals',
  'templates',
];
const ROUTE_FIELDS = [
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
  ...['continue', 'routes', 'mute_time_intervals', 'active_time_intervals'],
];
const DEFAULTS: Target = {
  receiver: '',
  groupBy: [],
  groupWait: 30,
  groupInterval: 300,
  repeatInterval: 14_400,
  mute: [],
  active: [],
  changes: [],
};
const MAX_FIELDS = 10;
/** An inhibition needs conditions on both sides. */
const ANY_ALERT = 'event_key exists';

interface Names {
  readonly receivers: ReadonlySet<string>;
  readonly intervals: ReadonlySet<string>;
}

/** A configuration of Alertmanager without mistakes. */
export interface AlertmanagerConfig {
  readonly value: Fields;
  readonly root: Route<Target>;
  readonly receivers: readonly Fields[];
  readonly intervals: ReadonlyMap<string, readonly unknown[]>;
}

/** @throws UsageError with all mistakes of the configuration */
export function readAlertmanager(path: string): AlertmanagerConfig {
  const source = readSource(path, EXPECTED);
  const { value } = source;
  const receivers = listAt(value, 'receivers').filter(isObject);
  if (!isObject(value['route'])) source.report(['route'], `expected ${EXPECTED}, but route is missing`);
  if (receivers.length === 0) source.report(['receivers'], `expected ${EXPECTED}, but receivers are missing`);
  source.finish();
  const intervals = new Map(
    [...listAt(value, 'time_intervals'), ...listAt(value, 'mute_time_intervals')]
      .filter(isObject)
      .map((each) => [textAt(each, 'name') ?? '', listAt(each, 'time_intervals')]),
  );
  const names = {
    receivers: new Set(receivers.map((each) => textAt(each, 'name') ?? '')),
    intervals: new Set(intervals.keys()),
  };
  const root = readRoute(source, objectAt(value, 'route'), ['route'], DEFAULTS, names);
  for (const [at, rule] of listAt(value, 'inhibit_rules').entries())
    for (const side of ['source_', 'target_'])
      readChecked(source, isObject(rule) ? rule : {}, ['inhibit_rules', at], side);
  source.finish();
  return { value, root, receivers, intervals };
}

/** Reads a configuration of Alertmanager into a file. @throws as {@link readAlertmanager} */
export function importAlertmanager(path: string, file: MovedFile, project: string | undefined): void {
  const { value, root, receivers, intervals } = readAlertmanager(path);
  if (project !== undefined) {
    file.add('webhooks', 'alertmanager', { plugin: 'prometheus' });
    file.note('✓', 'webhook alertmanager: its URL takes what Alertmanager or Prometheus posts');
  }
  const used = new Set(listReceivers(root));
  const converted = new Map<string, readonly Integration[]>();
  for (const receiver of receivers) {
    const name = textAt(receiver, 'name') ?? '';
    if (used.has(name)) converted.set(name, convertReceiver(file, receiver, objectAt(value, 'global')));
    else file.note('✗', `the receiver ${name}: no route leads to it`);
  }
  addRouting(file, { root, receivers: converted, intervals, project });
  for (const [at, rule] of listAt(value, 'inhibit_rules').filter(isObject).entries())
    addInhibitions(file, rule, at + 1);
  addRemarks(file, value);
}

function addRemarks(file: MovedFile, value: Fields): void {
  if (file.has('subscriptions'))
    file.note(
      '~',
      'all subscriptions: repeat_interval reminds of each open alert by itself, not of its group; recoveries go to whoever was told',
    );
  if (file.protocols.has('webhook'))
    file.note(
      '~',
      'all webhooks: the body is that of Tocsin; a template can change it, and the protocol relay sends on what Alertmanager posts here',
    );
  if (file.has('inhibitions'))
    file.note(
      '~',
      'all inhibitions: labels that both alerts lack are not equal; the opening of a target waits 30 seconds for its source',
    );
  if (listAt(value, 'templates').length > 0)
    file.note('✗', 'templates: texts are those of Tocsin; subscriptions can have a template of their own');
  for (const name of Object.keys(value).filter((each) => !READ.includes(each)))
    file.note('✗', `${name}: this release does not read it`);
}

const listReceivers = ({ target, children }: Route<Target>): readonly string[] => [
  target.receiver,
  ...children.flatMap(listReceivers),
];

function readRoute(
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
  const unknown = Object.keys(route).filter((field) => !ROUTE_FIELDS.includes(field));
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

function readChecked(
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

/** An inhibition has no alternatives, so that a rule may become several. */
function addInhibitions(file: MovedFile, rule: Fields, number: number): void {
  const title = textAt(rule, 'name') ?? `inhibit rule ${number}`;
  try {
    const source = readMatchers(rule, 'source_');
    const target = readMatchers(rule, 'target_');
    const text = `${title}: {${formatMatchers(source)}} inhibits {${formatMatchers(target)}}`;
    const equal = listAt(rule, 'equal').map(String);
    if (equal.length > MAX_FIELDS) {
      file.note('✗', `${text}: ${equal.length} equal labels, and an inhibition has at most ${MAX_FIELDS}`);
      return;
    }
    const [sources, targets] = [source, target].map((matchers) =>
      split(
        matchers.flatMap((matcher) => toClauses(matcher, false)),
        0,
      ),
    );
    const names = (sources ?? []).flatMap((from) =>
      (targets ?? []).map((to) =>
        file.add('inhibitions', title, {
          source: formatPiece(from) || ANY_ALERT,
          target: formatPiece(to) || ANY_ALERT,
          ...(equal.length > 0 && { equal: equal.map(toField) }),
        }),
      ),
    );
    file.note(names.length > 1 ? '~' : '✓', names.length > 1 ? `${text}; as ${names.join(', ')}` : text);
  } catch (error) {
    if (error instanceof ExpressionError) file.note('✗', `${title}: a regular expression ${error.message}`);
    else if (error instanceof TooComplexError) file.note('✗', `${title}: ${error.message}`);
    else throw error;
  }
}
