import {
  parseDelivery,
  readBody,
  severityOf,
  type Plugin,
  type PluginEvent,
  type PluginOptions,
  type PluginOutcome,
} from '#monitoring';
import { isObject } from '#shared/kernel/json.js';
import type { ExpectedEvent, Payload } from './read-corpus.js';

/** One expectation and its result. */
export interface Check {
  readonly what: string;
  readonly held: boolean;
  readonly wanted: string;
  readonly got: string;
}

export interface Checked {
  readonly payload: Payload;
  /** Whether the body could be read and the plugin returned no error. */
  readonly parsed: boolean;
  /** Whether `auto` recognised the sender; `undefined` if another plugin parsed the payload, or there was no event. */
  readonly recognised: boolean | undefined;
  readonly checks: readonly Check[];
}

export interface Options {
  readonly plugin: (plugin_id: string) => Plugin | undefined;
  readonly options?: PluginOptions;
  /** Whether texts must match exactly. Otherwise letter case, blanks and the text field that contains them do not matter. */
  readonly strict: boolean;
}

/** The time of arrival. It is later than all payloads, because plugins compare the end of an alarm with its arrival. */
const ARRIVED = new Date('2026-11-01T00:00:00.000Z');

export function outcomesOf(payload: Payload, { plugin, options = {} }: Options): readonly PluginOutcome[] {
  const { content_type, headers = {} } = payload.expectation;
  const found = plugin(payload.plugin_id);
  if (found === undefined) return [failed(`there is no plugin ${payload.plugin_id}`)];
  const read = readBody(payload.body, content_type);
  if (!read.ok) return [failed(read.reason)];
  const lower = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  const delivery = {
    body: read.body,
    content_type,
    headers: lower,
    query: {},
    path_suffix: '',
    received_at: ARRIVED,
  };
  return parseDelivery(found, delivery, options);
}

/**
 * Checks every expectation of a payload.
 * @param others the payloads of the same folder, among which are others of the same incident
 */
export function checkPayload(payload: Payload, others: readonly Payload[], options: Options): Checked {
  const outcomes = outcomesOf(payload, options);
  const events = eventsOf(outcomes);
  const { event_count, events: expected, same_incident_as = [] } = payload.expectation.expect;
  const errors = outcomes.flatMap((one) => (one.outcome === 'ERROR' ? [one.reason] : []));
  const checks = [check('readable', errors.length === 0, 'no error', errors.join('; '))];
  if (event_count !== null)
    checks.push(check('event_count', events.length === event_count, event_count, events.length));
  for (const [index, wanted] of expected.entries())
    checks.push(...checkEvent(events[index], wanted, options.strict));
  const keys = events.map(({ event_key }) => event_key);
  if (keys.length > 1)
    checks.push(check('keys differ', new Set(keys).size === keys.length, keys.length, keys.join(' ')));
  for (const file of same_incident_as) {
    const other = others.find((one) => one.file === file);
    const theirs = other === undefined ? [] : eventsOf(outcomesOf(other, options));
    // A payload without an event (paused, acknowledged) has no key to compare.
    const same = keys.length === 0 || theirs.every(({ event_key }) => keys.includes(event_key));
    checks.push(
      check(
        `same incident as ${file}`,
        same,
        keys.join(' '),
        theirs.map(({ event_key }) => event_key).join(' '),
      ),
    );
  }
  return { payload, parsed: errors.length === 0, recognised: recognisedIn(events, payload), checks };
}

/** Plugin `auto` stores in each event which sender it recognised. */
function recognisedIn(events: readonly PluginEvent[], { plugin_id }: Payload): boolean | undefined {
  const marks = events.map(({ additional_info }) => additional_info?.['auto']);
  if (marks.length === 0 || !marks.every(isObject)) return undefined;
  return marks.every((mark) => mark['recognised'] === plugin_id);
}

function eventsOf(outcomes: readonly PluginOutcome[]): readonly PluginEvent[] {
  return outcomes.flatMap((one) => (one.outcome === 'EVENT' ? [one.event] : []));
}

function checkEvent(event: PluginEvent | undefined, wanted: ExpectedEvent, strict: boolean): Check[] {
  const type = wanted.event_type ?? null;
  // A control message yields no event, or one of severity INFO.
  if (type === 'NON_EVENT')
    return [check('event_type', event === undefined || event.severity === 'INFO', type, event?.event_type)];
  // If the expectation leaves the type open, no event is correct as well.
  if (event === undefined) return [check('event', type === null, JSON.stringify(wanted), undefined)];
  const checks: Check[] = [];
  if (type !== null) checks.push(check('event_type', event.event_type === type, type, event.event_type));
  for (const not of wanted.event_type_not ?? [])
    checks.push(check('event_type', event.event_type !== not, `not ${not}`, event.event_type));
  if (wanted.severity !== undefined) checks.push(checkSeverity(event, wanted.severity));
  checks.push(...textChecks(event, wanted, strict), ...timeChecks(event, wanted));
  return checks;
}

/** A common severity word must map to its meaning; a word of the sender's own to anything but NONE. */
function checkSeverity(event: PluginEvent, word: string | number): Check {
  const meaning = severityOf(String(word));
  const held = meaning === undefined ? event.severity !== 'NONE' : event.severity === meaning;
  return check('severity', held, `${word} (${meaning ?? 'anything but NONE'})`, event.severity);
}

function textChecks(event: PluginEvent, wanted: ExpectedEvent, strict: boolean): Check[] {
  const fields = [
    ['title', wanted.title, event.title, [event.description]],
    ['description', wanted.description, event.description, [event.title]],
    ['resource_name', wanted.resource_name, event.resource?.name, [event.resource?.resource_id]],
    ['rule', wanted.rule, event.rule, [event.title]],
    ['account', wanted.account, event.account, []],
  ] as const;
  return fields.flatMap(([what, part, has, elsewhere]) => {
    if (part === undefined) return [];
    const held = strict
      ? (has ?? '').includes(part.trim())
      : [has, ...elsewhere].some((text) => plain(text ?? '').includes(plain(part)));
    return [check(what, held, part, has)];
  });
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

function timeChecks(event: PluginEvent, wanted: ExpectedEvent): Check[] {
  const instants = wanted.occurred_at_any_of ?? (wanted.occurred_at ? [wanted.occurred_at] : []);
  const at = event.occurred_at?.toISOString();
  return instants.length === 0
    ? []
    : [check('occurred_at', instants.includes(at ?? ''), instants.join(' or '), at)];
}

function check(what: string, held: boolean, wanted: unknown, got: unknown): Check {
  return { what, held, wanted: String(wanted), got: String(got ?? '(nothing)') };
}

function failed(reason: string): PluginOutcome {
  return { outcome: 'ERROR', pointer: '', reason };
}
