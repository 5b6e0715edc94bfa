import type { Repeat } from '../domain/alarm.js';

/**
 * The format of a repeat, in hexadecimal digits: 16 of the fingerprint, 32 of the event's uuid, 12 of the arrival in milliseconds
 * and 6 of the milliseconds until it was last heard. For centuries an arrival needs only eleven digits, so the first one marks a
 * recovery.
 */
const FINGERPRINT = 16;
const UUID = 32;
const TIME = 12;
const HEARD = 6;
const NAME = 8;
const RECOVERY = '9';
const OTHER = '1';
const REPEAT = FINGERPRINT + UUID + TIME + HEARD;
/** Longer than the window in which an untimed alarm counts as a repeat. */
const MOST_HEARD = 16 ** HEARD - 1;

export function packRepeats(repeats: readonly Repeat[]): string {
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

/**
 * Packs the senders' times: for each repeat that has one, 8 digits of the event's uuid and 12 of the time in milliseconds. They
 * are stored beside the repeats, because the previous release cannot read them.
 */
export function packTimes(repeats: readonly Repeat[]): string {
  return repeats
    .map(({ event_id, event_time }) =>
      event_time === null
        ? ''
        : event_id.slice(-NAME) + event_time.getTime().toString(16).padStart(TIME, '0'),
    )
    .join('');
}

export function unpackRepeats(hex: string, times: string): Repeat[] {
  const byName = new Map<string, Date>();
  for (let at = 0; at < times.length; at += NAME + TIME)
    byName.set(
      times.slice(at, at + NAME),
      new Date(Number.parseInt(times.slice(at + NAME, at + NAME + TIME), 16)),
    );
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
      event_time: byName.get(uuid.slice(-NAME)) ?? null,
      recovery: time[0] === RECOVERY,
    };
  });
}
