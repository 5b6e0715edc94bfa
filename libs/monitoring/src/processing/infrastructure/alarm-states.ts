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
import {
  encodeBooleans,
  encodeHexStrings,
  encodeIntegers,
  encodeJsonbs,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import { splitNewRows, type OnConflict, writePortions } from './write-events.js';
import {
  HELD_COLUMNS,
  packHeld,
  packOpenings,
  packRepeats,
  packSpell,
  packTimes,
  unpackState,
  type PackedState,
} from '../tables/pack-state.js';

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

interface StateRow extends PackedState {
  readonly webhook_id: string;
  readonly key_hash: string;
}

/** States of one webhook, by key hash. */
type AlarmStates = ReadonlyMap<string, AlarmState>;

interface StateRequest {
  readonly webhook: ProcessedWebhook;
  readonly keyHashes: readonly string[];
}

/** Reads the states of webhooks of one domain, in the order of `all`. Each webhook's lock protects its states. */
export async function readStates(
  client: PoolClient,
  all: readonly StateRequest[],
): Promise<readonly AlarmStates[]> {
  const wanted = all.filter(({ keyHashes }) => keyHashes.length > 0);
  const [first] = wanted;
  if (first === undefined) return all.map(() => new Map());
  const { rows } = await client.query<StateRow>({
    name: 'read states',
    // Each key is looked up by itself: `offset 0` keeps a plan from the time when the table was small from reading all states of
    // a webhook, or of all webhooks, and comparing them.
    text: `
      select wanted.webhook_id, encode(key_hash, 'hex') as key_hash, alert_id, open, severity, last_received_at,
        encode(repeats, 'hex') as repeats, encode(event_times, 'hex') as event_times,
        encode(openings, 'hex') as openings,
        spell, ${HELD_COLUMNS}
      from unnest($2::uuid[], $3::bytea[]) as wanted (webhook_id, key)
      cross join lateral (
        select key_hash, alert_id, open, severity, last_received_at, repeats, event_times, openings,
          spell, held, held_until
        from alarm_state
        where domain_id = $1 and alarm_state.webhook_id = wanted.webhook_id and key_hash = wanted.key
        offset 0
      ) as state`,
    values: [
      first.webhook.domain_id,
      encodeUuids(wanted.flatMap(({ webhook, keyHashes }) => keyHashes.map(() => webhook.uuid))),
      encodeHexStrings(wanted.flatMap(({ keyHashes }) => keyHashes)),
    ],
  });
  const found = new Map(all.map(({ webhook }) => [webhook.uuid, new Map<string, AlarmState>()]));
  for (const row of rows) found.get(row.webhook_id)?.set(row.key_hash, unpackState(row));
  return all.map(({ webhook }) => found.get(webhook.uuid) ?? new Map());
}

interface WebhookStates {
  readonly webhook: ProcessedWebhook;
  readonly states: AlarmStates;
  readonly newKeys: ReadonlySet<string>;
}

const INSERT = `
  insert into alarm_state (
    domain_id, webhook_id, key_hash, alert_id, open, severity, last_received_at, repeats, event_times,
    openings, spell, held, held_until)
  select $1, ($2::uuid[])[place], key_hash, alert_id, open, severity, last_received_at, repeats, event_times,
    openings, spell, held, held_until
  from (
    select unnest($3::int[]) as place, unnest($4::bytea[]) as key_hash, unnest($5::uuid[]) as alert_id,
      unnest($6::bool[]) as open, unnest($7::timestamptz[]) as last_received_at, unnest($8::bytea[]) as repeats,
      unnest($9::bytea[]) as event_times, unnest($10::text[]) as severity, unnest($11::bytea[]) as openings,
      unnest($12::text[]) as spell, unnest($13::jsonb[]) as held, unnest($14::timestamptz[]) as held_until
  ) as state`;
const UPSERT = `${INSERT}
  on conflict (domain_id, webhook_id, key_hash) do update set
    alert_id = excluded.alert_id, open = excluded.open, severity = excluded.severity,
    last_received_at = excluded.last_received_at, repeats = excluded.repeats,
    event_times = excluded.event_times, openings = excluded.openings,
    spell = excluded.spell, held = excluded.held, held_until = excluded.held_until`;

/** `place`: index (from 1) of the webhook of the state. */
interface PlacedState {
  readonly webhookIndex: number;
  readonly keyHash: string;
  readonly state: AlarmState;
  readonly isNew: boolean;
}

/** Writes the states of webhooks of one domain. */
export async function writeStates(
  client: PoolClient,
  all: readonly WebhookStates[],
  onConflict: OnConflict,
): Promise<void> {
  const nonEmpty = all
    .filter(({ states }) => states.size > 0)
    .toSorted((a, b) => (a.webhook.uuid < b.webhook.uuid ? -1 : 1));
  const webhooks = nonEmpty.map(({ webhook }) => webhook);
  const placed = nonEmpty.flatMap(({ states, newKeys }, at) =>
    [...states]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([keyHash, state]) => ({ webhookIndex: at + 1, keyHash, state, isNew: newKeys.has(keyHash) })),
  );
  const { newRows, otherRows } = splitNewRows(placed, ({ isNew }) => isNew, onConflict);
  const valuesOf = (states: readonly PlacedState[]) => toParameters(webhooks, states);
  await writePortions(client, newRows, { name: 'insert states', text: INSERT, valuesOf });
  await writePortions(client, otherRows, { name: 'write states', text: UPSERT, valuesOf });
}

function toParameters(webhooks: readonly ProcessedWebhook[], states: readonly PlacedState[]): unknown[] {
  return [
    webhooks[0]?.domain_id,
    webhooks.map(({ uuid }) => uuid),
    encodeIntegers(states.map(({ webhookIndex }) => webhookIndex)),
    encodeHexStrings(states.map(({ keyHash }) => keyHash)),
    encodeUuids(states.map(({ state }) => state.alert_id)),
    encodeBooleans(states.map(({ state }) => state.open)),
    encodeTimes(states.map(({ state }) => state.last_received_at)),
    encodeHexStrings(states.map(({ state }) => packRepeats(state.repeats))),
    encodeHexStrings(states.map(({ state }) => packTimes(state.repeats))),
    encodeTexts(states.map(({ state }) => state.severity)),
    encodeHexStrings(states.map(({ state }) => packOpenings(state.openings))),
    encodeTexts(states.map(({ state }) => packSpell(state))),
    encodeJsonbs(states.map(({ state }) => packHeld(state))),
    encodeTimes(states.map(({ state }) => (state.hold?.alarm ? state.hold.until : null))),
  ];
}
