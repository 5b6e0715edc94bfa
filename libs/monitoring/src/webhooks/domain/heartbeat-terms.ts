import {
  checkSchedule,
  checkTimezone,
  findScheduledTimes,
  normalizeSchedule,
} from '#shared/kernel/cron-schedule.js';
import { formatDuration, parseDuration } from '#shared/kernel/duration.js';
import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';

/** Name of the heartbeat of a webhook that any delivery pings. Callers cannot use this name. */
export const ANY_DELIVERY = '*';
export const MAX_HEARTBEATS = 10_000;

/** Clients resolve the steps `.` and `..` of a path, and post to another address. */
const NAME_PATTERN = /^(?!\.+$)[A-Za-z0-9._-]{1,64}$/;
export const NAME_REQUIREMENT = 'must be 1 to 64 characters of A-Z a-z 0-9 . _ -, and not only of dots';
/** Seconds. */
const MAX_SECONDS = 40 * 86_400;
const MIN_SECONDS = 10;

const DEFAULT_TIMEZONE = 'UTC';

/**
 * When a heartbeat is missing, and the severity of its alert. Durations are text like `5m`. Either `expect_every` is set, or
 * `schedule` and `timezone` are.
 */
export interface HeartbeatTerms {
  readonly expect_every: string | null;
  /** A cron expression. */
  readonly schedule?: string | null;
  readonly timezone?: string | null;
  readonly grace: string;
  readonly severity: Severity;
}

/** The terms of a heartbeat without a schedule. */
export interface IntervalTerms extends HeartbeatTerms {
  readonly expect_every: string;
  readonly schedule?: null;
  readonly timezone?: null;
}

export const DEFAULT_TERMS: IntervalTerms = { expect_every: '5m', grace: '1m', severity: 'CRITICAL' };

export function isHeartbeatName(name: unknown): name is string {
  return typeof name === 'string' && NAME_PATTERN.test(name);
}

type Check = (value: unknown) => string | undefined;

const createDurationCheck =
  (minSeconds: number, minText: string): Check =>
  (value) => {
    const seconds = typeof value === 'string' ? parseDuration(value) : undefined;
    return seconds !== undefined && seconds >= minSeconds && seconds <= MAX_SECONDS
      ? undefined
      : `must be a duration from ${minText} to 40d, like 5m or 1h30m`;
  };

/** What is wrong with a value, as the end of a sentence that begins with the field. */
export const TERM_CHECKS: Readonly<Record<keyof HeartbeatTerms, Check>> = {
  expect_every: createDurationCheck(MIN_SECONDS, `${MIN_SECONDS}s`),
  schedule: checkSchedule,
  timezone: checkTimezone,
  grace: createDurationCheck(0, '0s'),
  severity: (value) =>
    SEVERITIES.some((one) => one === value) ? undefined : `must be one of ${SEVERITIES.join(', ')}`,
};

export function normalizeInterval({ expect_every, grace, severity }: IntervalTerms): IntervalTerms {
  return { expect_every: normalizeDuration(expect_every), grace: normalizeDuration(grace), severity };
}

/** Returns checked terms with all fields. Those of the way of waiting that does not apply are `null`. */
export function normalizeTerms({
  expect_every,
  schedule = null,
  timezone = null,
  grace,
  severity,
}: HeartbeatTerms): Required<HeartbeatTerms> {
  return {
    expect_every: schedule === null && expect_every !== null ? normalizeDuration(expect_every) : null,
    schedule: schedule === null ? null : normalizeSchedule(schedule),
    timezone: schedule === null ? null : (timezone ?? DEFAULT_TIMEZONE),
    grace: normalizeDuration(grace),
    severity,
  };
}

function normalizeDuration(text: string): string {
  return formatDuration(parseDuration(text) ?? 0);
}

export type Deadline = Pick<HeartbeatTerms, 'expect_every' | 'schedule' | 'timezone' | 'grace'>;

/**
 * Returns the time at which a heartbeat is missing if no ping came since `from`: with a schedule, `grace` after the next
 * scheduled time.
 */
export function computeDueTime(terms: Deadline, from: Date): Date {
  const expected = findExpectedTime(terms, from);
  return new Date(expected.getTime() + parseSeconds(terms.grace) * 1000);
}

/** Returns the time by which a ping is expected if the last one came at `from`. */
export function findExpectedTime(terms: Deadline, from: Date): Date {
  const [scheduled] = findNextTimes(terms, from, 1);
  return scheduled ?? new Date(from.getTime() + parseSeconds(terms.expect_every) * 1000);
}

/** Returns the first `count` scheduled times after `from`; none without a schedule. */
export function findNextTimes(
  { schedule, timezone }: Pick<HeartbeatTerms, 'schedule' | 'timezone'>,
  from: Date,
  count: number,
): readonly Date[] {
  return schedule ? findScheduledTimes(schedule, timezone ?? DEFAULT_TIMEZONE, from, count) : [];
}

/**
 * Returns the seconds after a ping at `from` at which a heartbeat is missing, rounded up. They depend on `from` only if there
 * is a schedule.
 */
export function computePatience(terms: Deadline, from: Date): number {
  return Math.ceil((computeDueTime(terms, from).getTime() - from.getTime()) / 1000);
}

/** @param text a checked duration */
export function parseSeconds(text: string | null): number {
  return parseDuration(text ?? '') ?? 0;
}
