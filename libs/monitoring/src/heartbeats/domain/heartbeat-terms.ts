import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import { formatDuration, parseDuration } from './duration.js';

/** Name of the heartbeat of a webhook that any delivery pings. Callers cannot use this name. */
export const ANY_DELIVERY = '*';
export const MAX_HEARTBEATS = 10_000;

const NAME_PATTERN = /^[A-Za-z0-9._-]{1,64}$/;
export const NAME_REQUIREMENT = 'must be 1 to 64 characters of A-Z a-z 0-9 . _ -';
/** Seconds. */
const MAX_SECONDS = 40 * 86_400;
const MIN_SECONDS = 10;

/** When a heartbeat is missing, and the severity of its alert. Durations are text like `5m`. */
export interface HeartbeatTerms {
  readonly expect_every: string;
  readonly grace: string;
  readonly severity: Severity;
}

export const DEFAULT_TERMS: HeartbeatTerms = { expect_every: '5m', grace: '1m', severity: 'CRITICAL' };

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
  grace: createDurationCheck(0, '0s'),
  severity: (value) =>
    SEVERITIES.some((one) => one === value) ? undefined : `must be one of ${SEVERITIES.join(', ')}`,
};

export function normalizeTerms({ expect_every, grace, severity }: HeartbeatTerms): HeartbeatTerms {
  return { expect_every: normalizeDuration(expect_every), grace: normalizeDuration(grace), severity };
}

function normalizeDuration(text: string): string {
  return formatDuration(parseDuration(text) ?? 0);
}

/** Returns the seconds without a ping after which a heartbeat is missing. */
export function computePatience({
  expect_every,
  grace,
}: Pick<HeartbeatTerms, 'expect_every' | 'grace'>): number {
  return (parseDuration(expect_every) ?? 0) + (parseDuration(grace) ?? 0);
}
