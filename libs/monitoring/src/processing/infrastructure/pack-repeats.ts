import type { Repeat } from '../domain/alarm.js';

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
