import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../plugin-api/event.js';
import type { Plugin, PluginDelivery, PluginEvent, PluginOutcome } from '../plugin-api/plugin.js';
import type { Alarm, Reader } from './alarm.js';
import { readable, type AlarmFinder } from './alarms.js';

/** A state that gives no event, because it is neither firing nor resolved: snoozed, assigned, a test. */
export interface Ignored {
  readonly ignored: string;
}

export function ignored(reason: string): Ignored {
  return { ignored: reason };
}

/** A state that gives an acknowledgement instead of an event. */
export type Taken = 'ACKNOWLEDGED' | 'UNACKNOWLEDGED';

/** Readers for an acknowledgement: its author, comment and time. */
export interface TakenBy {
  readonly by?: Reader<string>;
  readonly comment?: Reader<string>;
  /** When the acknowledgement was made, not when the problem began. */
  readonly occurred_at?: Reader<Date>;
}

/** Describes how a sender writes its alarms. {@link alarmsOf} makes the `parse` of a plugin out of it. */
export interface Sender {
  /** Texts for error messages. Each completes "expected …". */
  readonly expects: { readonly body: string; readonly identity: string; readonly state: string };
  readonly alarms: AlarmFinder;
  readonly event_key: Reader<string>;
  readonly event_type: Reader<EventType | Taken | Ignored>;
  /** Details of an acknowledgement. */
  readonly taken?: TakenBy;
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
  /** When the alarm began or changed. */
  readonly occurred_at?: Reader<Date>;
  /** When the alarm ended. If it finds nothing, a recovery gets `occurred_at`, marked as the time of the start. */
  readonly resolved_at?: Reader<Date>;
  /** Further fields to store, under the sender's own names. Missing fields are left out. */
  readonly additional_info?: Readonly<Record<string, Reader<Json>>>;
}

/** Returns the `parse` of a plugin for a described sender. */
export function alarmsOf(sender: Sender): Plugin['parse'] {
  const info = Object.entries(sender.additional_info ?? {});
  return (delivery: PluginDelivery): readonly PluginOutcome[] => {
    const found = sender.alarms(delivery.body);
    if (found === undefined) return [failed('', `expected ${sender.expects.body}`)];
    if (found.length === 0)
      return [{ outcome: 'IGNORED', pointer: '', reason: 'the list of alarms is empty' }];
    return readable(found).map(({ value, pointer }) => outcomeOf(sender, info, { value, pointer, delivery }));
  };
}

function outcomeOf(
  sender: Sender,
  info: readonly (readonly [string, Reader<Json>])[],
  alarm: Alarm,
): PluginOutcome {
  if (!isObject(alarm.value)) return failed(alarm.pointer, 'expected an object for each alarm');
  const type = sender.event_type(alarm);
  if (type === undefined) return failed(alarm.pointer, `expected ${sender.expects.state}`);
  if (typeof type === 'object') return { outcome: 'IGNORED', pointer: alarm.pointer, reason: type.ignored };
  const key = sender.event_key(alarm);
  if (type === 'ACKNOWLEDGED' || type === 'UNACKNOWLEDGED') return takenOf(sender, alarm, key, type);
  if (key === undefined) return failed(alarm.pointer, `expected ${sender.expects.identity}`);
  return { outcome: 'EVENT', event: eventOf(sender, info, alarm, key, type) };
}

/** Builds the outcome of an acknowledgement. Without an event key it is IGNORED: it contains no alarm that could be lost. */
function takenOf({ taken }: Sender, alarm: Alarm, event_key: string | undefined, type: Taken): PluginOutcome {
  const { pointer } = alarm;
  if (event_key === undefined)
    return { outcome: 'IGNORED', pointer, reason: 'an acknowledgement that does not say of which alarm' };
  return {
    outcome: 'ACKNOWLEDGED',
    acknowledgement: {
      event_key,
      acknowledged: type === 'ACKNOWLEDGED',
      by: taken?.by?.(alarm) ?? null,
      comment: taken?.comment?.(alarm) ?? null,
      occurred_at: taken?.occurred_at?.(alarm) ?? null,
      pointer,
    },
  };
}

function eventOf(
  sender: Sender,
  info: readonly (readonly [string, Reader<Json>])[],
  alarm: Alarm,
  event_key: string,
  event_type: EventType,
): PluginEvent {
  const rule = sender.rule?.(alarm);
  const additional_info: Record<string, Json> = {};
  for (const [name, read] of info) {
    const found = read(alarm);
    if (found !== undefined) additional_info[name] = found;
  }
  const ended = event_type === 'RECOVERY' ? sender.resolved_at?.(alarm) : undefined;
  const tellsStart = event_type === 'RECOVERY' && sender.resolved_at !== undefined && ended === undefined;
  return {
    event_key,
    event_type,
    title: sender.title(alarm) ?? rule ?? event_key,
    description: sender.description?.(alarm) ?? '',
    severity: sender.severity?.(alarm),
    state: sender.state?.(alarm),
    rule: rule ?? null,
    resource: sender.resource?.(alarm) ?? {},
    provider: sender.provider?.(alarm) ?? null,
    account: sender.account?.(alarm) ?? null,
    image_url: sender.image_url?.(alarm) ?? null,
    occurred_at: ended ?? sender.occurred_at?.(alarm) ?? null,
    ...(tellsStart && { occurred_at_is: 'start' }),
    additional_info,
    raw_data: alarm.value,
    pointer: alarm.pointer,
  };
}

function failed(pointer: string, reason: string): PluginOutcome {
  return { outcome: 'ERROR', pointer, reason };
}
