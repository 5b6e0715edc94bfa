import type { PoolClient } from 'pg';
import {
  encodeBooleans,
  encodeHexStrings,
  encodeIntegers,
  encodeJsonbs,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { ProcessedWebhook } from '../application/ports/processing-log.js';
import type { AlarmState } from '../domain/alarm.js';
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

interface StateRow extends PackedState {
  readonly webhook_id: string;
  readonly key_hash: string;
}

/** States of one webhook, by key hash. */
export type AlarmStates = ReadonlyMap<string, AlarmState>;

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

export interface WebhookStates {
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
  onConflict: OnConflict = 'ignore',
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
