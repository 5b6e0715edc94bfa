import { DomainError } from '#shared/kernel/domain-error.js';
import { getCallerName, type Scope } from '#shared/kernel/scope.js';
import { parseDuration } from '#shared/kernel/duration.js';

const DEFAULT_QUIET_SECONDS = 3_600;
const MAX_QUIET_SECONDS = 86_400;
const REQUIREMENT = 'must be a duration from 0s to 24h, like 30m or 1h30m';

export interface ResolutionTerms {
  readonly comment?: string | undefined;
  /** Seconds for which repeats of the alert are counted on it and open no other; by default {@link DEFAULT_QUIET_SECONDS}. */
  readonly quiet_for?: number | undefined;
}

export interface Resolution {
  readonly by: string;
  readonly comment: string | null;
  readonly quietSeconds: number;
}

/** Returns what is wrong with a duration as text, as the end of a sentence that begins with the field. */
export function checkQuietFor(value: unknown): string | undefined {
  const seconds = typeof value === 'string' ? parseDuration(value) : undefined;
  return seconds !== undefined && seconds <= MAX_QUIET_SECONDS ? undefined : REQUIREMENT;
}

/** @throws ERROR_INVALID_PARAMETER */
export function createResolution(scope: Scope, terms: ResolutionTerms): Resolution {
  const { comment = null, quiet_for: quietSeconds = DEFAULT_QUIET_SECONDS } = terms;
  if (!(quietSeconds >= 0 && quietSeconds <= MAX_QUIET_SECONDS))
    throw DomainError.invalid('quiet_for', REQUIREMENT);
  return { by: getCallerName(scope), comment, quietSeconds };
}

/** Returns how and when an alert was resolved, as the end of a sentence. */
export function describeResolution(
  resolved_at: Date | null,
  reason: string | null,
  resolved_by: string | null,
): string {
  const at = resolved_at === null ? '' : ` at ${resolved_at.toISOString()}`;
  if (reason === 'MANUAL' || resolved_by !== null) return `${at} by ${resolved_by ?? 'a user'}`;
  if (reason === 'STALE') return `${at}, as it was stale`;
  if (reason === 'WEBHOOK_DELETED') return `${at}, as its webhook was deleted`;
  return `${at} by its sender`;
}
