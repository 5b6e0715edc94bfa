import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import type { Alarm, AlarmState, HeardAlarm, Hold, Quiet, Repeat, Opening } from '../domain/alarm.js';

/**
 * The format of a repeat, in hexadecimal digits: 16 of the fingerprint, 32 of the event's uuid, 12 of the arrival in milliseconds
 * and 6 of the milliseconds until it was last heard. For centuries an arrival needs only eleven digits, so the first one marks a
 * recovery.
 */
const FINGERPRINT_DIGITS = 16;
const UUID_DIGITS = 32;
const TIME_DIGITS = 12;
const HEARD_DIGITS = 6;
const UUID_SUFFIX_DIGITS = 8;
const RECOVERY_FLAG = '9';
const ALERT_FLAG = '1';
const REPEAT_DIGITS = FINGERPRINT_DIGITS + UUID_DIGITS + TIME_DIGITS + HEARD_DIGITS;
/** Longer than the window in which an untimed alarm counts as a repeat. */
const MAX_HEARD_MS = 16 ** HEARD_DIGITS - 1;

export function packRepeats(repeats: readonly Repeat[]): string {
  return repeats
    .map(({ fingerprint, event_id, received_at, heard_at, recovery }) => {
      const at = received_at.getTime();
      const heardMs = Math.min(heard_at.getTime() - at, MAX_HEARD_MS);
      return (
        fingerprint +
        event_id.replaceAll('-', '') +
        (recovery ? RECOVERY_FLAG : ALERT_FLAG) +
        at.toString(16).padStart(TIME_DIGITS - 1, '0') +
        heardMs.toString(16).padStart(HEARD_DIGITS, '0')
      );
    })
    .join('');
}

/**
 * Packs the senders' times: for each repeat that has one, 8 digits of the event's uuid and 12 of the time in milliseconds. They
 * are stored beside the repeats, because the previous release cannot read them.
 */
export function packTimes(repeats: readonly Repeat[]): string {
  return repeats
    .map(({ event_id, event_time }) =>
      event_time === null
        ? ''
        : event_id.slice(-UUID_SUFFIX_DIGITS) + event_time.getTime().toString(16).padStart(TIME_DIGITS, '0'),
    )
    .join('');
}

export function unpackRepeats(hex: string, times: string): Repeat[] {
  const timeBySuffix = new Map<string, Date>();
  for (let at = 0; at < times.length; at += UUID_SUFFIX_DIGITS + TIME_DIGITS)
    timeBySuffix.set(
      times.slice(at, at + UUID_SUFFIX_DIGITS),
      new Date(
        Number.parseInt(times.slice(at + UUID_SUFFIX_DIGITS, at + UUID_SUFFIX_DIGITS + TIME_DIGITS), 16),
      ),
    );
  return Array.from({ length: hex.length / REPEAT_DIGITS }, (_, index) => {
    const record = hex.slice(index * REPEAT_DIGITS, (index + 1) * REPEAT_DIGITS);
    const uuid = record.slice(FINGERPRINT_DIGITS, FINGERPRINT_DIGITS + UUID_DIGITS);
    const time = record.slice(FINGERPRINT_DIGITS + UUID_DIGITS, -HEARD_DIGITS);
    const at = Number.parseInt(time.slice(1), 16);
    return {
      fingerprint: record.slice(0, FINGERPRINT_DIGITS),
      event_id: uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      received_at: new Date(at),
      heard_at: new Date(at + Number.parseInt(record.slice(-HEARD_DIGITS), 16)),
      event_time: timeBySuffix.get(uuid.slice(-UUID_SUFFIX_DIGITS)) ?? null,
      recovery: time[0] === RECOVERY_FLAG,
    };
  });
}

type Spell = Pick<
  AlarmState,
  'started_at' | 'recovered_at' | 'recovered_again_at' | 'hold' | 'heard' | 'quiet'
>;

const NO_SPELL: Spell = {
  started_at: null,
  recovered_at: null,
  recovered_again_at: null,
  hold: null,
  heard: null,
  quiet: null,
};

/**
 * Packs what is stored beside the events of a key, separated by commas: the last digits of the id of its newest event, the start,
 * the arrivals of the recovery and of its last repeat, the times of the held firing, time, digest and event of the alarm heard
 * last, and when a user resolved the alert, until when its repeats are counted, and its severity then. Times are milliseconds in base 36. Missing values are empty. If the previous release wrote an event since, the digits are
 * others, and the rest is ignored.
 */
export function packSpell({
  repeats,
  started_at,
  recovered_at,
  recovered_again_at,
  hold,
  heard,
  quiet,
}: AlarmState): string | null {
  if ([started_at, recovered_at, hold, heard, quiet].every((one) => one === null)) return null;
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
    packTime(quiet?.at),
    packTime(quiet?.until),
    quiet?.severity ?? '',
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

function unpackSpell(packed: string | null, held: HeldColumns, repeats: readonly Repeat[]): Spell {
  if (packed === null) return NO_SPELL;
  const [suffix, start, recovery, recoveredAgain, heldAt, heldUntil, ...others] = packed.split(',');
  const [heardAt, digest = '', event_id = '', quietAt, quietUntil, severity] = others;
  if (suffix !== suffixOf(repeats)) return NO_SPELL;
  return {
    started_at: unpackTime(start),
    recovered_at: unpackTime(recovery),
    recovered_again_at: unpackTime(recoveredAgain),
    hold: unpackHold(unpackTime(heldAt), unpackTime(heldUntil), held),
    heard: unpackHeard(unpackTime(heardAt), digest, event_id),
    quiet: unpackQuiet(unpackTime(quietAt), unpackTime(quietUntil), severity),
  };
}

function unpackHold(at: Date | null, until: Date | null, held: HeldColumns): Hold | null {
  return at && until && { at, until: held.held_until ?? until, alarm: unpackAlarm(held) };
}

function unpackHeard(at: Date | null, digest: string, event_id: string): HeardAlarm | null {
  return at && { at, digest, event_id };
}

function unpackQuiet(at: Date | null, until: Date | null, text: string | undefined): Quiet | null {
  const severity = SEVERITIES.find((one) => one === text);
  return at && until && severity ? { at, until, severity } : null;
}

type StoredFields = Omit<Alarm, 'created_at' | 'occurred_at' | 'raw_data' | 'additional_info'> & {
  readonly created_at: string;
  readonly occurred_at: string;
};

function unpackAlarm({ held, held_raw_data, held_info }: HeldColumns): Alarm | null {
  if (held === null) return null;
  const fields = JSON.parse(held) as StoredFields;
  return {
    // The previous release holds alarms without them.
    ...{ labels: {}, links: [], resolved_by: null },
    ...fields,
    created_at: new Date(fields.created_at),
    occurred_at: new Date(fields.occurred_at),
    raw_data: held_raw_data ?? 'null',
    additional_info: held_info ?? '{}',
  };
}

/** A state as it is read. The packed columns are hexadecimal. */
export interface PackedState extends HeldColumns {
  readonly alert_id: string;
  readonly open: boolean;
  readonly severity: Severity | null;
  readonly last_received_at: Date;
  readonly repeats: string;
  readonly event_times: string;
  readonly openings: string;
  readonly spell: string | null;
}

export function unpackState(row: PackedState): AlarmState {
  const { alert_id, open, severity, last_received_at } = row;
  const repeats = unpackRepeats(row.repeats, row.event_times);
  return {
    alert_id,
    open,
    severity,
    last_received_at,
    repeats,
    openings: unpackOpenings(row.openings),
    ...unpackSpell(row.spell, row, repeats),
  };
}

function suffixOf(repeats: readonly Repeat[]): string {
  return repeats.at(-1)?.event_id.slice(-UUID_SUFFIX_DIGITS) ?? '';
}

function packTime(time: Date | null | undefined): string {
  return time ? time.getTime().toString(36) : '';
}

function unpackTime(text: string | undefined): Date | null {
  return text ? new Date(Number.parseInt(text, 36)) : null;
}

/**
 * Hexadecimal digits per opening. The first one says whether the key was flapping; the others are the time in
 * milliseconds.
 */
const OPENING_DIGITS = 12;
const FLAPPING = '9';
const NOT_FLAPPING = '1';

/** Returns the openings as hexadecimal text. */
export function packOpenings(openings: readonly Opening[]): string {
  return openings.map(packOpening).join('');
}

function packOpening({ at, flapping }: Opening): string {
  const time = at.getTime().toString(16);
  return (flapping ? FLAPPING : NOT_FLAPPING) + time.padStart(OPENING_DIGITS - 1, '0');
}

export function unpackOpenings(hex: string): Opening[] {
  return Array.from({ length: hex.length / OPENING_DIGITS }, (_, index) => {
    const digits = hex.slice(index * OPENING_DIGITS, (index + 1) * OPENING_DIGITS);
    return { at: new Date(Number.parseInt(digits.slice(1), 16)), flapping: digits[0] === FLAPPING };
  });
}
