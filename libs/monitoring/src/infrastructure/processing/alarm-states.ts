import type { PoolClient } from 'pg';
import type { ProcessedWebhook } from '../../application/ports/processing-log.js';
import type { AlarmState, Repeat } from '../../domain/alarm.js';

interface StateRow {
  key_hash: string;
  alert_id: string;
  open: boolean;
  last_received_at: Date;
  repeats: string;
}

/** The webhook's lock guards its states: nobody else reads or writes them meanwhile. */
export async function readStates(
  client: PoolClient,
  webhook: ProcessedWebhook,
  keyHashes: readonly string[],
): Promise<Map<string, AlarmState>> {
  if (keyHashes.length === 0) return new Map();
  const { rows } = await client.query<StateRow>({
    name: 'read states',
    text: `
      select encode(key_hash, 'hex') as key_hash, alert_id, open, last_received_at, encode(repeats, 'hex') as repeats
      from alarm_state
      where domain_id = $1 and webhook_id = $2
        and key_hash = any ($3::bytea[])`,
    // As an array, which is looked up in the index key by key; a join may be planned as a product of both.
    values: [webhook.domain_id, webhook.uuid, keyHashes.map((hash) => `\\x${hash}`)],
  });
  return new Map(
    rows.map(({ key_hash, repeats, ...state }) => [key_hash, { ...state, repeats: unpack(repeats) }]),
  );
}

export async function writeStates(
  client: PoolClient,
  webhook: ProcessedWebhook,
  states: ReadonlyMap<string, AlarmState>,
): Promise<void> {
  if (states.size === 0) return;
  const sorted = [...states].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await client.query({
    name: 'write states',
    text: `
      insert into alarm_state (domain_id, webhook_id, key_hash, alert_id, open, last_received_at, repeats)
      select $1, $2::uuid, decode(key_hash, 'hex'), alert_id, open, last_received_at, decode(repeats, 'hex')
      from unnest($3::text[], $4::uuid[], $5::bool[], $6::timestamptz[], $7::text[])
        as state (key_hash, alert_id, open, last_received_at, repeats)
      on conflict (domain_id, webhook_id, key_hash) do update set
        alert_id = excluded.alert_id, open = excluded.open,
        last_received_at = excluded.last_received_at, repeats = excluded.repeats`,
    values: [
      webhook.domain_id,
      webhook.uuid,
      sorted.map(([hash]) => hash),
      sorted.map(([, { alert_id }]) => alert_id),
      sorted.map(([, { open }]) => open),
      sorted.map(([, { last_received_at }]) => last_received_at),
      sorted.map(([, { repeats }]) => pack(repeats)),
    ],
  });
}

/**
 * In hexadecimal: 16 digits of the fingerprint, 32 of the event's uuid, 12 of its arrival in milliseconds and 6 of how
 * long after it was last repeated. An arrival needs eleven for some centuries to come: the first tells a recovery.
 */
const FINGERPRINT = 16;
const UUID = 32;
const TIME = 12;
const HEARD = 6;
const RECOVERY = '9';
const OTHER = '1';
const REPEAT = FINGERPRINT + UUID + TIME + HEARD;
/** Longer than any repeat without a time of the sender is one. */
const MOST_HEARD = 16 ** HEARD - 1;

function pack(repeats: readonly Repeat[]): string {
  return repeats
    .map(({ fingerprint, event_id, received_at, heard_at, recovery }) => {
      const at = received_at.getTime();
      const heard = Math.min(heard_at.getTime() - at, MOST_HEARD);
      return (
        fingerprint +
        event_id.replaceAll('-', '') +
        (recovery ? RECOVERY : OTHER) +
        at.toString(16).padStart(TIME - 1, '0') +
        heard.toString(16).padStart(HEARD, '0')
      );
    })
    .join('');
}

function unpack(hex: string): Repeat[] {
  return Array.from({ length: hex.length / REPEAT }, (_, index) => {
    const one = hex.slice(index * REPEAT, (index + 1) * REPEAT);
    const uuid = one.slice(FINGERPRINT, FINGERPRINT + UUID);
    const time = one.slice(FINGERPRINT + UUID, -HEARD);
    const at = Number.parseInt(time.slice(1), 16);
    return {
      fingerprint: one.slice(0, FINGERPRINT),
      event_id: uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      received_at: new Date(at),
      heard_at: new Date(at + Number.parseInt(one.slice(-HEARD), 16)),
      recovery: time[0] === RECOVERY,
    };
  });
}
