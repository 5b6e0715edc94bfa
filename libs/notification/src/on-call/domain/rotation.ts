import { DomainError } from '#shared/kernel/domain-error.js';
import { findInstants, getOffset } from '#shared/kernel/local-time.js';
import { WEEKDAYS, type Weekday } from '#shared/kernel/weekdays.js';
import { parseTimeOfDay, TIME_OF_DAY_PATTERN } from '../../silences/domain/weekly-window.js';
import { validateNames, type Member } from './member.js';
import type { Shift } from './roster.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const UNIT_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: DAY_MS, w: WEEK_MS };
export const SHIFT_PATTERN = /^([1-9]\d{0,3})([hdw])$/;
export const MAX_SHIFT_WEEKS = 52;
export const SHIFT_REASON = `must be a number of hours, days or weeks up to ${MAX_SHIFT_WEEKS} weeks, like 12h, 1d or 1w`;
export const LOCAL_DATE_PATTERN = /^\d{4}-\d\d-\d\d$/;
/** Milliseconds between now and the first shift, at most. */
const MAX_DISTANCE_MS = 10 * 366 * DAY_MS;

/** When the next member takes over, by the clocks of the time zone. */
export interface Handoff {
  readonly time: string;
  /** Of shifts of whole weeks; `null` for others. */
  readonly day: Weekday | null;
}

/** Members who are on call one after the other. */
export interface Rotation {
  /** Names, in the order of their shifts. */
  readonly members: readonly string[];
  readonly shift: string;
  readonly handoff: Handoff;
  /** The local date of the first shift, which is that of the first member. */
  readonly starts_on: string;
}

export interface GivenRotation {
  readonly members?: readonly string[] | undefined;
  readonly shift: string;
  readonly handoff: { readonly time: string; readonly day?: Weekday | null | undefined };
  readonly starts_on?: string | undefined;
}

/**
 * Returns a valid rotation. Without `members`: all, in their order. Without `starts_on`: the last hand-off, so that the first
 * member is on call at once.
 * @throws ERROR_INVALID_PARAMETER naming the field
 */
export function validateRotation(
  given: GivenRotation,
  members: readonly Member[],
  timezone: string,
  now: Date,
): Rotation {
  const names = given.members ?? members.map(({ name }) => name);
  const shiftMs = parseShift(given.shift);
  if (shiftMs === undefined) throw DomainError.invalid('rotation.shift', SHIFT_REASON);
  const { time } = given.handoff;
  if (!TIME_OF_DAY_PATTERN.test(time))
    throw DomainError.invalid('rotation.handoff.time', 'must be a time of day, like 09:00');
  const handoff = { time, day: validateDay(given.handoff.day ?? null, shiftMs) };
  return {
    members: validateNames('rotation.members', names, members),
    shift: given.shift,
    handoff,
    starts_on:
      given.starts_on === undefined
        ? findLastHandoff(handoff, timezone, now)
        : validateStart(given.starts_on, handoff, now),
  };
}

function validateDay(day: Weekday | null, shiftMs: number): Weekday | null {
  if (shiftMs % WEEK_MS === 0) return day ?? 'MON';
  if (day === null) return null;
  throw DomainError.invalid(
    'rotation.handoff.day',
    'is for shifts of whole weeks; leave it out, or give a shift like 1w',
  );
}

function validateStart(starts_on: string, { day }: Handoff, now: Date): string {
  const start = LOCAL_DATE_PATTERN.test(starts_on) ? Date.parse(`${starts_on}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(start) || formatDate(start) !== starts_on)
    throw DomainError.invalid('rotation.starts_on', 'must be a date, like 2026-11-23');
  if (Math.abs(start - now.getTime()) > MAX_DISTANCE_MS)
    throw DomainError.invalid('rotation.starts_on', 'must be within ten years of today');
  if (day !== null && getWeekday(start) !== day)
    throw DomainError.invalid(
      'rotation.starts_on',
      `must be a day of rotation.handoff.day, which is ${day}; it is a ${getWeekday(start)}`,
    );
  return starts_on;
}

/** Returns the local date of the last hand-off at or before now. */
function findLastHandoff({ time, day }: Handoff, timezone: string, now: Date): string {
  const wall = now.getTime() + getOffset(timezone, now.getTime());
  const date = Math.floor((wall - parseTimeOfDay(time)) / DAY_MS) * DAY_MS;
  if (day === null) return formatDate(date);
  const last = [0, 1, 2, 3, 4, 5, 6].find((days) => getWeekday(date - days * DAY_MS) === day) ?? 0;
  return formatDate(date - last * DAY_MS);
}

/**
 * Returns the shifts between two times. Hand-offs are at the same local time on both sides of a change of the clocks, so the
 * shift in between is an hour longer or shorter. There are none before `starts_on`.
 */
export function findRotationShifts(
  { members, shift, handoff, starts_on }: Rotation,
  timezone: string,
  from: number,
  to: number,
): readonly Shift[] {
  const length = parseShift(shift) ?? DAY_MS;
  const first = Date.parse(`${starts_on}T00:00:00Z`) + parseTimeOfDay(handoff.time);
  const find = (index: number) => findInstants(timezone, first + index * length).first;
  const shifts: Shift[] = [];
  // One shift earlier: where clocks are changed, the number of a shift cannot be told from the time exactly.
  let index = Math.max(Math.floor((from + getOffset(timezone, from) - first) / length) - 1, 0);
  for (let start = find(index); start < to; index += 1) {
    const end = find(index + 1);
    const member = members[index % members.length];
    // A shift within an hour that the clocks skip has no length.
    if (member !== undefined && end > Math.max(start, from))
      shifts.push({ start, end, members: [member], because: 'ROTATION', detail: null });
    start = end;
  }
  return shifts;
}

function parseShift(shift: string): number | undefined {
  const [, count, unit = ''] = SHIFT_PATTERN.exec(shift) ?? [];
  const length = Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  return length <= MAX_SHIFT_WEEKS * WEEK_MS ? length : undefined;
}

const formatDate = (date: number) => new Date(date).toISOString().slice(0, 10);
const getWeekday = (date: number) => WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7];
