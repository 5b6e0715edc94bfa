import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../plugin-api/event.js';
import type { Plugin, PluginDelivery, PluginEvent, PluginOutcome } from '../plugin-api/plugin.js';
import type { Alarm, Reader } from './alarm.js';
import { readable, type AlarmFinder } from './alarms.js';

/** A state that is neither firing nor resolved: snoozed, assigned, a test. */
export interface Ignored {
  readonly ignored: string;
}

export function ignored(reason: string): Ignored {
  return { ignored: reason };
}

/** An alarm that somebody took (`ACKNOWLEDGED`) or gave back: a state that makes no event. */
export type Taken = 'ACKNOWLEDGED' | 'UNACKNOWLEDGED';

/** Who took an alarm, what they said, and when. */
export interface TakenBy {
  readonly by?: Reader<string>;
  readonly comment?: Reader<string>;
  /** When it was taken: not when the problem began. */
  readonly occurred_at?: Reader<Date>;
}

/** How one sender writes its alarms. A plugin is this description; see `alarmsOf`. */
export interface Sender {
  /** The words of the errors, each completing "expected …". */
  readonly expects: { readonly body: string; readonly identity: string; readonly state: string };
  readonly alarms: AlarmFinder;
  readonly event_key: Reader<string>;
  readonly event_type: Reader<EventType | Taken | Ignored>;
  /** What else is said of an alarm that was taken. */
  readonly taken?: TakenBy;
  /** Left out or nothing found: the rule, else the event key. */
  readonly title: Reader<string>;
  readonly description?: Reader<string>;
  readonly severity?: Reader<Severity>;
  /** The word for how things stand, of a sender that states no severity and whose title does not say it. */
  readonly state?: Reader<string>;
  readonly rule?: Reader<string>;
  readonly resource?: Reader<NonNullable<PluginEvent['resource']>>;
  readonly provider?: Reader<string>;
  readonly account?: Reader<string>;
  readonly image_url?: Reader<string>;
  /** When it began or changed. */
  readonly occurred_at?: Reader<Date>;
  /** When it ended, where the sender says so; else a recovery has `occurred_at`, as the time of its start. */
  readonly resolved_at?: Reader<Date>;
  /** What else is worth keeping, under the sender's own names; what is missing is left out. */
  readonly additional_info?: Readonly<Record<string, Reader<Json>>>;
}

/** The `parse` of a plugin whose sender is described. */
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

/** Nothing is lost of one that says not what was taken: there is no alarm in it. */
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
