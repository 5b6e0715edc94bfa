import type { PoolClient } from 'pg';
import type { ProcessedWebhook } from '../application/ports/processing-log.js';
import {
  hashKey,
  isSameTime,
  isSince,
  type Alarm,
  type AlarmState,
  eventTimeOf,
  locateAlarm,
  isBefore,
} from '../domain/alarm.js';
import type { AlertSpan, KnownState } from '../domain/correlation.js';
import { NEWEST_FIRST, OLDEST_FIRST } from '../tables/order-of-alerts.js';
import { readStates } from './alarm-states.js';

interface WebhookAlarms {
  readonly webhook: ProcessedWebhook;
  readonly alarms: readonly Alarm[];
}

/** Reads the stored state of the keys of these alarms, in the order of `all`. The caller holds the webhooks' locks. */
export async function readKnownStates(
  client: PoolClient,
  all: readonly WebhookAlarms[],
): Promise<readonly KnownState[]> {
  const hashed = all.map(({ webhook, alarms }) => ({
    webhook,
    alarms: alarms.flatMap(withKeys),
  }));
  const found = await readStates(
    client,
    hashed.map(({ webhook, alarms }) => ({ webhook, keyHashes: [...new Set(alarms.map(({ key }) => key))] })),
  );
  const known: KnownState[] = [];
  for (const [at, { webhook, alarms }] of hashed.entries()) {
    const states = found[at] ?? new Map<string, AlarmState>();
    const lookups = findOutOfOrder(alarms, states);
    const spans = lookups.length > 0 ? await readSpans(client, webhook, states, lookups) : new Map();
    known.push({ states, spans });
  }
  return known;
}

interface HashedAlarm {
  readonly alarm: Alarm;
  readonly event_key: string;
  readonly key: string;
}

/** Returns the alarm with each key that it may be correlated under. */
function withKeys(alarm: Alarm): readonly HashedAlarm[] {
  const { event_key, previous_event_key } = alarm;
  const own = { alarm, event_key, key: hashKey(event_key) };
  if (previous_event_key === null) return [own];
  return [own, { alarm, event_key: previous_event_key, key: hashKey(previous_event_key) }];
}

interface SpanLookup {
  readonly key: string;
  readonly event_key: string;
  readonly at: Date;
}

/** Returns the times of alarms that are not simply the newest of their key: out of order, or overtaken by the sender's time. */
function findOutOfOrder(
  alarms: readonly HashedAlarm[],
  states: ReadonlyMap<string, AlarmState>,
): readonly SpanLookup[] {
  const newest = new Map<string, Date>();
  return alarms.flatMap(({ alarm, event_key, key }) => {
    const time = eventTimeOf(alarm);
    const last = newest.get(key) ?? lastTimeOf(states.get(key));
    const isOvertaken =
      time !== null && last !== undefined && isBefore(time, last) && !isOfOpenAlert(states.get(key), alarm);
    if (time !== null && !isOvertaken) newest.set(key, time);
    if (!alarm.late && !isOvertaken) return [];
    const { created_at } = alarm;
    const { at } = locateAlarm(states.get(key), alarm);
    return [created_at, ...(at.getTime() === created_at.getTime() ? [] : [at])].map((each) => ({
      key,
      event_key,
      at: each,
    }));
  });
}

/** The alarm is repeated with the start of an alert that opened after a newer recovery. */
function isOfOpenAlert(state: AlarmState | undefined, alarm: Alarm): boolean {
  return state?.open === true && isSince(alarm) && isSameTime(state.started_at, alarm.occurred_at);
}

function lastTimeOf(state: AlarmState | undefined): Date | undefined {
  return state?.repeats.findLast(({ event_time }) => event_time !== null)?.event_time ?? undefined;
}

interface SpanRow extends AlertSpan {
  readonly event_key: string;
}

/** Reads the alerts that opened next before and after each of these times, and the newest alerts of their keys. */
async function readSpans(
  client: PoolClient,
  webhook: ProcessedWebhook,
  states: ReadonlyMap<string, AlarmState>,
  lookups: readonly SpanLookup[],
): Promise<Map<string, AlertSpan[]>> {
  const hashes = new Set(lookups.map(({ key }) => key));
  const newest = [...hashes].flatMap((key) => states.get(key)?.alert_id ?? []);
  const { rows } = await client.query<SpanRow>({
    name: 'read alerts',
    text: `
      with wanted as (
        select distinct event_key, at from unnest($3::text[], $4::timestamptz[]) as wanted (event_key, at)
      ),
      ids as (
        select alert_id from unnest($5::uuid[]) as newest (alert_id)
        union
        select near.alert_id from wanted cross join lateral (
          (select alert_id from alert
           where domain_id = $1 and webhook_id = $2 and event_key = wanted.event_key and opened_at <= wanted.at
           order by ${NEWEST_FIRST} limit 1)
          union all
          (select alert_id from alert
           where domain_id = $1 and webhook_id = $2 and event_key = wanted.event_key and opened_at > wanted.at
           order by ${OLDEST_FIRST} limit 1)
        ) as near
      )
      select event_key, alert_id, opened_at, last_received_at,
        -- What stands in for an alert that was removed is resolved without a time.
        case when state = 'RESOLVED' then coalesce(resolved_at, last_received_at) end as resolved_at
      from alert where domain_id = $1 and alert_id = any (array(select alert_id from ids))`,
    values: [
      webhook.domain_id,
      webhook.uuid,
      lookups.map(({ event_key }) => event_key),
      lookups.map(({ at }) => at),
      newest,
    ],
  });
  const byKey = Map.groupBy(rows, ({ event_key }) => hashKey(event_key));
  return new Map([...hashes].map((key) => [key, byKey.get(key) ?? []]));
}
