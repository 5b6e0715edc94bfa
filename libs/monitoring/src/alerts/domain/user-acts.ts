import { DomainError } from '#shared/kernel/domain-error.js';
import { getCallerName, type Scope } from '#shared/kernel/scope.js';
import { requireMoment, type Moment } from '#shared/query/instant.js';
import { parseDuration } from '#shared/kernel/duration.js';
import { toPlainLine } from '#shared/kernel/clean-text.js';

export interface AcknowledgementTerms {
  readonly comment?: string | undefined;
  /** When the acknowledgement ends; if omitted, with the alert. */
  readonly until?: Moment | undefined;
}

export interface Decision {
  readonly acknowledged: boolean;
  readonly by: string;
  readonly comment: string | null;
  readonly until: Date | null;
}

/** @throws ERROR_INVALID_PARAMETER */
export function createAcknowledgement(scope: Scope, terms: AcknowledgementTerms): Decision {
  const now = new Date();
  const until = terms.until === undefined ? null : requireMoment('until', terms.until, now);
  if (until !== null && until <= now) throw DomainError.invalid('until', 'must be in the future');
  return { acknowledged: true, by: getCallerName(scope), comment: terms.comment ?? null, until };
}

export function createWithdrawal(scope: Scope): Decision {
  return { acknowledged: false, by: getCallerName(scope), comment: null, until: null };
}

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

/** The maximum length of an assignee, in characters. */
export const MAX_ASSIGNEE_LENGTH = 256;

/**
 * Returns the name of somebody to whom an alert is assigned, without surrounding space.
 * @throws ERROR_INVALID_PARAMETER
 */
export function requireAssignee(given: string): string {
  const assignee = given.trim();
  if (assignee === '')
    throw DomainError.invalid('assignee', 'must not be empty: use null to assign the alert to nobody');
  if ([...assignee].length > MAX_ASSIGNEE_LENGTH)
    throw DomainError.invalid('assignee', `must be at most ${MAX_ASSIGNEE_LENGTH} characters`);
  if (toPlainLine(assignee) !== assignee)
    throw DomainError.invalid(
      'assignee',
      'must be one line without control characters: give a user id or an e-mail address',
    );
  return assignee;
}

/** Days for which the ids of acts are remembered. What is older may be a repetition that is no longer recognized. */
export const ACT_MEMORY_DAYS = 7;

/** What was done to an alert at a receiver of its notifications. */
export interface ReceiverAct {
  readonly kind: 'acknowledge' | 'unacknowledge' | 'resolve' | 'note';
  /** The SHA-256 of what identifies the act at the receiver. */
  readonly act_id: Buffer;
  /** The text of a note, or a comment. */
  readonly text: string | null;
}

/**
 * What became of an act. `repeated`: it was carried out before. `outdated`: something newer was done. `unchanged`: the alert was in that
 * state already, or is resolved.
 */
export type ReceiverActOutcome = 'done' | 'repeated' | 'outdated' | 'unchanged';

interface ActedAlert {
  readonly state: 'OPEN' | 'RESOLVED';
  readonly acknowledged: boolean;
}

/** Whether the act would leave the alert as it is. A change of what is so already would go round in circles between systems. */
export function isWithoutEffect(kind: ReceiverAct['kind'], { state, acknowledged }: ActedAlert): boolean {
  if (state === 'RESOLVED') return true;
  if (kind === 'acknowledge') return acknowledged;
  return kind === 'unacknowledge' && !acknowledged;
}
