import {
  parsePosted,
  parseSeverity,
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

export interface CheckedPayload {
  readonly payload: Payload;
  /** Whether the body could be read and the plugin returned no error. */
  readonly parsed: boolean;
  /** Whether `auto` recognised the sender; `undefined` if another plugin parsed the payload, or there was no event. */
  readonly recognised: boolean | undefined;
  readonly checks: readonly Check[];
}

export interface CheckOptions {
  readonly plugin: (plugin_id: string) => Plugin | undefined;
  readonly options?: PluginOptions;
  /** Whether texts must match exactly. Otherwise letter case, blanks and the text field that contains them do not matter. */
  readonly strict: boolean;
}

/** The time of arrival. It is later than all payloads, because plugins compare the end of an alarm with its arrival. */
const ARRIVAL_TIME = new Date('2026-11-01T00:00:00.000Z');

export function parsePayload(
  payload: Payload,
  { plugin, options = {} }: CheckOptions,
): readonly PluginOutcome[] {
  const { content_type, headers = {} } = payload.expectation;
  const foundPlugin = plugin(payload.plugin_id);
  if (foundPlugin === undefined) return [errorOutcome(`there is no plugin ${payload.plugin_id}`)];
  const lowerCaseHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]),
  );
  const delivery = {
    body: payload.body,
    content_type,
    headers: lowerCaseHeaders,
    query: {},
    path_suffix: '',
    received_at: ARRIVAL_TIME,
  };
  return parsePosted(foundPlugin, delivery, options);
}

/**
 * Checks every expectation of a payload.
 * @param others the payloads of the same folder, among which are others of the same incident
 */
export function checkPayload(
  payload: Payload,
  others: readonly Payload[],
  options: CheckOptions,
): CheckedPayload {
  const outcomes = parsePayload(payload, options);
  const events = eventsOf(outcomes);
  const { event_count, events: expected, same_incident_as = [] } = payload.expectation.expect;
  const errors = outcomes.flatMap((one) => (one.outcome === 'ERROR' ? [one.reason] : []));
  const checks = [createCheck('readable', errors.length === 0, 'no error', errors.join('; '))];
  if (event_count !== null)
    checks.push(createCheck('event_count', events.length === event_count, event_count, events.length));
  for (const [index, wanted] of expected.entries())
    checks.push(...checkEvent(events[index], wanted, options.strict));
  const keys = events.map(({ event_key }) => event_key);
  if (keys.length > 1)
    checks.push(createCheck('keys differ', new Set(keys).size === keys.length, keys.length, keys.join(' ')));
  for (const file of same_incident_as) {
    const other = others.find((one) => one.file === file);
    const otherEvents = other === undefined ? [] : eventsOf(parsePayload(other, options));
    // A payload without an event (paused, acknowledged) has no key to compare.
    const hasSameKey = keys.length === 0 || otherEvents.every(({ event_key }) => keys.includes(event_key));
    checks.push(
      createCheck(
        `same incident as ${file}`,
        hasSameKey,
        keys.join(' '),
        otherEvents.map(({ event_key }) => event_key).join(' '),
      ),
    );
  }
  return { payload, parsed: errors.length === 0, recognised: isRecognised(events, payload), checks };
}

/** Plugin `auto` stores in each event which sender it recognised. */
function isRecognised(events: readonly PluginEvent[], { plugin_id }: Payload): boolean | undefined {
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
    return [
      createCheck('event_type', event === undefined || event.severity === 'INFO', type, event?.event_type),
    ];
  // If the expectation leaves the type open, no event is correct as well.
  if (event === undefined) return [createCheck('event', type === null, JSON.stringify(wanted), undefined)];
  const checks: Check[] = [];
  if (type !== null)
    checks.push(createCheck('event_type', event.event_type === type, type, event.event_type));
  for (const excludedType of wanted.event_type_not ?? [])
    checks.push(
      createCheck('event_type', event.event_type !== excludedType, `not ${excludedType}`, event.event_type),
    );
  if (wanted.severity !== undefined) checks.push(checkSeverity(event, wanted.severity));
  checks.push(...checkTexts(event, wanted, strict), ...checkTimes(event, wanted));
  return checks;
}

/** A common severity word must map to its meaning; a word of the sender's own to anything but NONE. */
function checkSeverity(event: PluginEvent, word: string | number): Check {
  const meaning = parseSeverity(String(word));
  const held = meaning === undefined ? event.severity !== 'NONE' : event.severity === meaning;
  return createCheck('severity', held, `${word} (${meaning ?? 'anything but NONE'})`, event.severity);
}

function checkTexts(event: PluginEvent, wanted: ExpectedEvent, strict: boolean): Check[] {
  const fields = [
    ['title', wanted.title, event.title, [event.description]],
    ['description', wanted.description, event.description, [event.title]],
    ['resource_name', wanted.resource_name, event.resource?.name, [event.resource?.resource_id]],
    ['rule', wanted.rule, event.rule, [event.title]],
    ['account', wanted.account, event.account, []],
  ] as const;
  return fields.flatMap(([what, expectedText, actual, elsewhere]) => {
    if (expectedText === undefined) return [];
    const held = strict
      ? (actual ?? '').includes(expectedText.trim())
      : [actual, ...elsewhere].some((text) =>
          normalizeText(text ?? '').includes(normalizeText(expectedText)),
        );
    return [createCheck(what, held, expectedText, actual)];
  });
}

function normalizeText(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

function checkTimes(event: PluginEvent, wanted: ExpectedEvent): Check[] {
  const instants = wanted.occurred_at_any_of ?? (wanted.occurred_at ? [wanted.occurred_at] : []);
  const at = event.occurred_at?.toISOString();
  return instants.length === 0
    ? []
    : [createCheck('occurred_at', instants.includes(at ?? ''), instants.join(' or '), at)];
}

function createCheck(what: string, held: boolean, wanted: unknown, got: unknown): Check {
  return { what, held, wanted: String(wanted), got: String(got ?? '(nothing)') };
}

function errorOutcome(reason: string): PluginOutcome {
  return { outcome: 'ERROR', pointer: '', reason };
}
