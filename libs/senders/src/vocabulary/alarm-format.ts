import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, LinkName, Severity } from '../plugin-api/event.js';
import type { Plugin, PluginDelivery, PluginEvent, PluginLink, PluginOutcome } from '../plugin-api/plugin.js';
import type { Alarm, Reader } from './alarm.js';
import { limitAlarms, type AlarmFinder } from './alarm-finder.js';
import type { Labels } from './labels.js';

/** A state that gives no event, because it is neither firing nor resolved: snoozed, assigned, a test. */
export interface Ignored {
  readonly reason: string;
}

export function ignored(reason: string): Ignored {
  return { reason };
}

/** A state that gives an acknowledgement instead of an event. */
export type AcknowledgementType = 'ACKNOWLEDGED' | 'UNACKNOWLEDGED';

/** Readers for an acknowledgement: its author, comment and time. */
export interface AcknowledgementReaders {
  readonly by?: Reader<string>;
  readonly comment?: Reader<string>;
  /** When the acknowledgement was made, not when the problem began. */
  readonly occurred_at?: Reader<Date>;
}

/** Readers for what a user of the sender did to an alarm without changing its state. */
export interface NoteReaders {
  /** Finds nothing if there is nothing to tell. */
  readonly text: Reader<string>;
  readonly by?: Reader<string>;
  readonly occurred_at?: Reader<Date>;
  /** If it is elsewhere than in an alarm. */
  readonly event_key?: Reader<string>;
}

export type InfoReaders = Readonly<Record<string, Reader<Json>>>;
export type LinkReaders = Readonly<Partial<Record<LinkName, Reader<string>>>>;

/** Describes how a sender writes its alarms. {@link createParser} makes the `parse` of a plugin out of it. */
export interface AlarmFormat {
  /** Texts for error messages. Each completes "expected …". */
  readonly expects: { readonly body: string; readonly identity: string; readonly state: string };
  readonly alarms: AlarmFinder;
  readonly event_key: Reader<string>;
  /** The key that the previous version of the plugin gave. Recoveries contain it if it is another one. */
  readonly previous_event_key?: Reader<string>;
  readonly event_type: Reader<EventType | AcknowledgementType | Ignored>;
  /** Details of an acknowledgement. */
  readonly acknowledgement?: AcknowledgementReaders;
  /** Read for states that give no event. */
  readonly note?: NoteReaders;
  /** If it finds nothing, the title is the rule, or else the event key. */
  readonly title: Reader<string>;
  readonly description?: Reader<string>;
  readonly severity?: Reader<Severity>;
  /** The word for the state. For senders that state no severity and whose title does not contain the state. */
  readonly state?: Reader<string>;
  readonly rule?: Reader<string>;
  readonly resource?: Reader<NonNullable<PluginEvent['resource']>>;
  readonly provider?: Reader<string>;
  readonly account?: Reader<string>;
  readonly image_url?: Reader<string>;
  /** When the problem started. For senders that repeat an alarm with this time while the problem lasts. */
  readonly started_at?: Reader<Date>;
  /** When the alarm was raised or changed. Read if `started_at` finds nothing. */
  readonly occurred_at?: Reader<Date>;
  /** When the alarm ended. If it finds nothing, a recovery gets the time of its alarm, marked as the time of the start. */
  readonly resolved_at?: Reader<Date>;
  /** The sender's user who resolved the alarm. Read of recoveries only. */
  readonly resolved_by?: Reader<string>;
  readonly labels?: Reader<Labels>;
  /** Readers for the addresses of pages about the alarm. What is no http(s) address is left out. */
  readonly links?: LinkReaders;
  /** Further fields to store, under the sender's own names: what no other field has. Missing fields are left out. */
  readonly additional_info?: InfoReaders;
  /** What versions of release 0.2 have in `additional_info` as well: it has fields of its own since. */
  readonly additional_info_0_2?: InfoReaders;
}

/** Returns the `parse` of a plugin for a described sender. */
export function createParser(format: AlarmFormat): Plugin['parse'] {
  const { additional_info = {}, additional_info_0_2 = {} } = format;
  const newestInfo = Object.entries(additional_info);
  const infoOf0_2 = Object.entries({ ...additional_info, ...additional_info_0_2 });
  return (delivery: PluginDelivery): readonly PluginOutcome[] => {
    const infoReaders = delivery.words === '0.2' ? infoOf0_2 : newestInfo;
    const found = format.alarms(delivery.body);
    if (found === undefined) return [errorOutcome('', `expected ${format.expects.body}`)];
    if (found.length === 0)
      return [{ outcome: 'IGNORED', pointer: '', reason: 'the list of alarms is empty' }];
    const hasAlarm = found.some(({ value }) => isObject(value) && !isEmptyObject(value));
    return limitAlarms(found).map(({ value, pointer }) =>
      hasAlarm && (!isObject(value) || isEmptyObject(value))
        ? { outcome: 'IGNORED', pointer, reason: `not an alarm: ${JSON.stringify(value).slice(0, 80)}` }
        : buildOutcome(format, infoReaders, { value, pointer, delivery, unread: {} }),
    );
  };
}

function isEmptyObject(value: object): boolean {
  for (const name in value) if (Object.hasOwn(value, name)) return false;
  return true;
}

function buildOutcome(
  format: AlarmFormat,
  infoReaders: readonly (readonly [string, Reader<Json>])[],
  alarm: Alarm,
): PluginOutcome {
  if (!isObject(alarm.value)) return errorOutcome(alarm.pointer, 'expected an object for each alarm');
  const type = format.event_type(alarm);
  if (type === undefined) return errorOutcome(alarm.pointer, `expected ${format.expects.state}`);
  if (typeof type === 'object') return buildIgnored(format, alarm, type);
  const key = format.event_key(alarm);
  if (type === 'ACKNOWLEDGED' || type === 'UNACKNOWLEDGED')
    return buildAcknowledgement(format, alarm, key, type);
  if (key === undefined) return errorOutcome(alarm.pointer, `expected ${format.expects.identity}`);
  return { outcome: 'EVENT', event: buildEvent(format, infoReaders, alarm, key, type) };
}

function buildIgnored(format: AlarmFormat, alarm: Alarm, { reason }: Ignored): PluginOutcome {
  const text = format.note?.text(alarm);
  const event_key =
    text === undefined ? undefined : (format.note?.event_key?.(alarm) ?? format.event_key(alarm));
  const ignoredAlarm = { outcome: 'IGNORED', pointer: alarm.pointer, reason } as const;
  if (text === undefined || event_key === undefined) return ignoredAlarm;
  const by = format.note?.by?.(alarm) ?? null;
  const occurred_at = format.note?.occurred_at?.(alarm) ?? null;
  return { ...ignoredAlarm, note: { event_key, text, by, occurred_at } };
}

/** Builds the outcome of an acknowledgement. Without an event key it is IGNORED: it contains no alarm that could be lost. */
function buildAcknowledgement(
  { acknowledgement }: AlarmFormat,
  alarm: Alarm,
  event_key: string | undefined,
  type: AcknowledgementType,
): PluginOutcome {
  const { pointer } = alarm;
  if (event_key === undefined)
    return { outcome: 'IGNORED', pointer, reason: 'an acknowledgement that does not say of which alarm' };
  return {
    outcome: 'ACKNOWLEDGED',
    acknowledgement: {
      event_key,
      acknowledged: type === 'ACKNOWLEDGED',
      by: acknowledgement?.by?.(alarm) ?? null,
      comment: acknowledgement?.comment?.(alarm) ?? null,
      occurred_at: acknowledgement?.occurred_at?.(alarm) ?? null,
      pointer,
    },
  };
}

function buildEvent(
  format: AlarmFormat,
  infoReaders: readonly (readonly [string, Reader<Json>])[],
  alarm: Alarm,
  event_key: string,
  event_type: EventType,
): PluginEvent {
  const rule = format.rule?.(alarm);
  const severity = format.severity?.(alarm);
  const foundLabels = format.labels?.(alarm);
  const links = format.links && readLinks(format.links, alarm);
  const additional_info: Record<string, Json> = {};
  for (const [name, read] of infoReaders) {
    const found = read(alarm);
    if (found !== undefined) additional_info[name] = found;
  }
  const resolvedBy = event_type === 'RECOVERY' ? format.resolved_by?.(alarm) : undefined;
  const previousKey = event_type === 'RECOVERY' ? format.previous_event_key?.(alarm) : undefined;
  return {
    event_key,
    ...(previousKey !== undefined && previousKey !== event_key && { previous_event_key: previousKey }),
    event_type,
    title: format.title(alarm) ?? rule ?? event_key,
    description: format.description?.(alarm) ?? '',
    severity,
    ...(severity === undefined &&
      alarm.unread?.severityWord !== undefined && { severity_word: alarm.unread.severityWord }),
    state: format.state?.(alarm),
    rule: rule ?? null,
    resource: format.resource?.(alarm) ?? {},
    provider: format.provider?.(alarm) ?? null,
    account: format.account?.(alarm) ?? null,
    image_url: format.image_url?.(alarm) ?? null,
    ...readTimes(format, alarm, event_type),
    ...(resolvedBy !== undefined && { resolved_by: resolvedBy }),
    ...(foundLabels && { labels: foundLabels }),
    ...(links && links.length > 0 && { links }),
    additional_info,
    raw_data: alarm.value,
    pointer: alarm.pointer,
  };
}

function readLinks(readers: LinkReaders, alarm: Alarm): readonly PluginLink[] {
  const links: PluginLink[] = [];
  for (const [name, read] of Object.entries(readers)) {
    const url = read(alarm);
    if (url !== undefined && links.every((other) => other.url !== url)) links.push({ name, url });
  }
  return links;
}

function readTimes(
  format: AlarmFormat,
  alarm: Alarm,
  event_type: EventType,
): Pick<PluginEvent, 'occurred_at' | 'occurred_at_is' | 'started_at'> {
  const startedAt = format.started_at?.(alarm);
  const alarmTime = startedAt ?? format.occurred_at?.(alarm);
  if (event_type !== 'RECOVERY')
    return { occurred_at: alarmTime ?? null, ...(startedAt && { occurred_at_is: 'start' }) };
  const endedAt = format.resolved_at?.(alarm);
  if (endedAt !== undefined) return { occurred_at: endedAt, ...(alarmTime && { started_at: alarmTime }) };
  const isStart = startedAt !== undefined || format.resolved_at !== undefined;
  return { occurred_at: alarmTime ?? null, ...(isStart && { occurred_at_is: 'start' }) };
}

function errorOutcome(pointer: string, reason: string): PluginOutcome {
  return { outcome: 'ERROR', pointer, reason };
}
