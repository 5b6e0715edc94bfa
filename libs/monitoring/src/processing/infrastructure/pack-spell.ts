import type { Alarm, AlarmState, HeardAlarm, Hold, Repeat } from '../domain/alarm.js';

type Spell = Pick<AlarmState, 'started_at' | 'recovered_at' | 'recovered_again_at' | 'hold' | 'heard'>;

const NO_SPELL: Spell = {
  started_at: null,
  recovered_at: null,
  recovered_again_at: null,
  hold: null,
  heard: null,
};
const SUFFIX_LENGTH = 8;

/**
 * Packs what is stored beside the events of a key, separated by commas: the last digits of the id of its newest event, the start,
 * the arrivals of the recovery and of its last repeat, the times of the held firing, and time, digest and event of the alarm heard
 * last. Times are milliseconds in base 36. Missing values are empty. If the previous release wrote an event since, the digits are
 * others, and the rest is ignored.
 */
export function packSpell({
  repeats,
  started_at,
  recovered_at,
  recovered_again_at,
  hold,
  heard,
}: AlarmState): string | null {
  if (started_at === null && recovered_at === null && hold === null && heard === null) return null;
  const values = [
    suffixOf(repeats),
    packTime(started_at),
    packTime(recovered_at),
    packTime(recovered_again_at),
    packTime(hold?.at),
    packTime(hold?.until),
    packTime(heard?.at),
    heard?.digest ?? '',
    heard?.event_id ?? '',
  ];
  return values.slice(0, values.findLastIndex((value) => value !== '') + 1).join(',');
}

/** The alarm that is held, as it is read: the JSON fields are text, so that their numbers keep all digits. */
export interface HeldColumns {
  readonly held: string | null;
  readonly held_raw_data: string | null;
  readonly held_info: string | null;
  readonly held_until: Date | null;
}

export const HELD_COLUMNS = `(held - 'raw_data' - 'additional_info')::text as held,
  (held -> 'raw_data')::text as held_raw_data, (held -> 'additional_info')::text as held_info, held_until`;

/** Packs the alarm that is held as JSON. Its JSON fields are part of it, so that the database refuses what it cannot store. */
export function packHeld({ hold }: AlarmState): string | null {
  if (!hold?.alarm) return null;
  const { raw_data, additional_info, ...fields } = hold.alarm;
  return `${JSON.stringify(fields).slice(0, -1)},"raw_data":${raw_data},"additional_info":${additional_info}}`;
}

export function unpackSpell(packed: string | null, held: HeldColumns, repeats: readonly Repeat[]): Spell {
  if (packed === null) return NO_SPELL;
  const [suffix, start, recovery, recoveredAgain, heldAt, heldUntil, heardAt, digest = '', event_id = ''] =
    packed.split(',');
  if (suffix !== suffixOf(repeats)) return NO_SPELL;
  return {
    started_at: unpackTime(start),
    recovered_at: unpackTime(recovery),
    recovered_again_at: unpackTime(recoveredAgain),
    hold: unpackHold(unpackTime(heldAt), unpackTime(heldUntil), held),
    heard: unpackHeard(unpackTime(heardAt), digest, event_id),
  };
}

function unpackHold(at: Date | null, until: Date | null, held: HeldColumns): Hold | null {
  return at && until && { at, until: held.held_until ?? until, alarm: unpackAlarm(held) };
}

function unpackHeard(at: Date | null, digest: string, event_id: string): HeardAlarm | null {
  return at && { at, digest, event_id };
}

type StoredFields = Omit<Alarm, 'created_at' | 'occurred_at' | 'raw_data' | 'additional_info'> & {
  readonly created_at: string;
  readonly occurred_at: string;
};

function unpackAlarm({ held, held_raw_data, held_info }: HeldColumns): Alarm | null {
  if (held === null) return null;
  const fields = JSON.parse(held) as StoredFields;
  return {
    ...fields,
    created_at: new Date(fields.created_at),
    occurred_at: new Date(fields.occurred_at),
    raw_data: held_raw_data ?? 'null',
    additional_info: held_info ?? '{}',
  };
}

function suffixOf(repeats: readonly Repeat[]): string {
  return repeats.at(-1)?.event_id.slice(-SUFFIX_LENGTH) ?? '';
}

function packTime(time: Date | null | undefined): string {
  return time ? time.getTime().toString(36) : '';
}

function unpackTime(text: string | undefined): Date | null {
  return text ? new Date(Number.parseInt(text, 36)) : null;
}
