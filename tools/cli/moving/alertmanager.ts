import { isObject } from '#shared/kernel/json.js';
import { convertReceiver } from './alertmanager-receivers.js';
import { formatPiece, split, toField, TooComplexError } from './filters.js';
import { formatMatchers, readMatchers } from './matchers.js';
import type { MovedFile } from './moved-file.js';
import { ExpressionError } from './parse-expression.js';
import { DEFAULTS, listReceivers, readChecked, readRoute } from './read-routes.js';
import type { Route } from './routing.js';
import { addRouting, type Integration, type Target } from './routing-records.js';
import { listAt, objectAt, readSource, textAt, type Fields } from './source-file.js';
import { toClauses } from './terms-of-labels.js';

const EXPECTED = 'an Alertmanager configuration: it needs route and receivers';
/** What the import reads, or what says nothing here. */
const READ: ReadonlySet<string> = new Set([
  'global',
  'route',
  'receivers',
  'inhibit_rules',
  'time_intervals',
  'mute_time_intervals',
  'templates',
]);
const RULE_FIELDS: ReadonlySet<string> = new Set([
  ...['name', 'equal', 'source_matchers', 'source_match', 'source_match_re'],
  ...['target_matchers', 'target_match', 'target_match_re'],
]);
const MAX_FIELDS = 10;
/** An inhibition needs conditions on both sides. */
const ANY_ALERT = 'event_key exists';

/** A configuration of Alertmanager without mistakes. */
export interface AlertmanagerConfig {
  readonly value: Fields;
  readonly root: Route<Target>;
  readonly receivers: readonly Fields[];
  readonly intervals: ReadonlyMap<string, readonly unknown[]>;
}

/** @throws UsageError with all mistakes of the configuration */
export async function readAlertmanager(path: string): Promise<AlertmanagerConfig> {
  const source = await readSource(path, EXPECTED);
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
export async function importAlertmanager(
  path: string,
  file: MovedFile,
  project: string | undefined,
): Promise<void> {
  const { value, root, receivers, intervals } = await readAlertmanager(path);
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
  for (const name of Object.keys(value).filter((each) => !READ.has(each)))
    file.note('✗', `${name}: this release does not read it`);
}

/** An inhibition has no alternatives, so that a rule may become several. */
function addInhibitions(file: MovedFile, rule: Fields, number: number): void {
  const title = textAt(rule, 'name') ?? `inhibit rule ${number}`;
  // It may be a matcher by another name, without which the rule would hold back more.
  const unknown = Object.keys(rule).filter((field) => !RULE_FIELDS.has(field));
  if (unknown.length > 0) {
    file.note('✗', `${title}: unknown ${unknown.join(', ')}`);
    return;
  }
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
