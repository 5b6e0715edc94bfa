import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import { durationOf, secondsOf } from './duration.js';

/** Name of the heartbeat of a webhook that any delivery pings. Callers cannot use this name. */
export const ANY_DELIVERY = '*';
export const MOST_HEARTBEATS = 10_000;

const NAME = /^[A-Za-z0-9._-]{1,64}$/;
export const NAME_FORM = 'must be 1 to 64 characters of A-Z a-z 0-9 . _ -';
/** Seconds. */
const LONGEST = 40 * 86_400;
const SHORTEST = 10;

/** When a heartbeat is missing, and the severity of its alert. Durations are text like `5m`. */
export interface HeartbeatTerms {
  readonly expect_every: string;
  readonly grace: string;
  readonly severity: Severity;
}

export const DEFAULT_TERMS: HeartbeatTerms = { expect_every: '5m', grace: '1m', severity: 'CRITICAL' };

export function isHeartbeatName(name: unknown): name is string {
  return typeof name === 'string' && NAME.test(name);
}

type Check = (value: unknown) => string | undefined;

const duration =
  (shortest: number, described: string): Check =>
  (value) => {
    const seconds = typeof value === 'string' ? secondsOf(value) : undefined;
    return seconds !== undefined && seconds >= shortest && seconds <= LONGEST
      ? undefined
      : `must be a duration from ${described} to 40d, like 5m or 1h30m`;
  };

/** What is wrong with a value, as the end of a sentence that begins with the field. */
export const TERM_CHECKS: Readonly<Record<keyof HeartbeatTerms, Check>> = {
  expect_every: duration(SHORTEST, `${SHORTEST}s`),
  grace: duration(0, '0s'),
  severity: (value) =>
    SEVERITIES.some((one) => one === value) ? undefined : `must be one of ${SEVERITIES.join(', ')}`,
};

export function normalTerms({ expect_every, grace, severity }: HeartbeatTerms): HeartbeatTerms {
  return { expect_every: inOneForm(expect_every), grace: inOneForm(grace), severity };
}

function inOneForm(text: string): string {
  return durationOf(secondsOf(text) ?? 0);
}

/** Returns the seconds without a ping after which a heartbeat is missing. */
export function patienceOf({ expect_every, grace }: Pick<HeartbeatTerms, 'expect_every' | 'grace'>): number {
  return (secondsOf(expect_every) ?? 0) + (secondsOf(grace) ?? 0);
}
