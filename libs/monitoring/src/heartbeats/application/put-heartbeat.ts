import { Command } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { ManagedBy } from '#shared/kernel/managed-by.js';
import type { Scope } from '#shared/kernel/scope.js';
import {
  DEFAULT_TERMS,
  normalizeTerms,
  TERM_CHECKS,
  type HeartbeatTerms,
} from '../../webhooks/domain/heartbeat-terms.js';

/** `null` says what a record says that has no such term, so that it can be sent back as it was read. */
export type TermChanges = { readonly [Name in keyof HeartbeatTerms]?: HeartbeatTerms[Name] | undefined };

/**
 * Creates a heartbeat, or changes the given terms and the mark of an existing one. `expect_every` and `schedule` replace each other.
 * Writes nothing if the terms stay the same.
 * @throws ERROR_NOT_FOUND for the webhook; ERROR_QUOTA_IS_EXCEEDED if the domain has reached its limit; ERROR_INVALID_PARAMETER
 */
export class PutHeartbeat extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly name: string,
    readonly changes: TermChanges,
    /** As in {@link ManagedBy}. */
    readonly managed_by?: ManagedBy['managed_by'],
  ) {
    super();
  }
}

/** Deletes a heartbeat. Its pings are rejected at once. If it is missing, its alert is resolved. @throws ERROR_NOT_FOUND */
export class DeleteHeartbeat extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly name: string,
  ) {
    super();
  }
}

/** @throws ERROR_INVALID_PARAMETER */
export function checkTermChanges(changes: TermChanges): void {
  for (const [field, value] of definedEntries(changes)) {
    const reason = TERM_CHECKS[field as keyof HeartbeatTerms](value);
    if (reason !== undefined) throw DomainError.invalid(field, reason);
  }
}

/**
 * Returns the terms of a heartbeat after a request.
 * @param current `undefined` if the heartbeat does not exist
 * @param changes checked by {@link checkTermChanges}
 * @throws ERROR_INVALID_PARAMETER, ERROR_REQUIRED_PARAMETER
 */
export function changeTerms(current: HeartbeatTerms | undefined, changes: TermChanges): HeartbeatTerms {
  requireOneWay(changes, current);
  const given = Object.fromEntries(definedEntries(changes));
  const replaced = (changes.expect_every ?? null) === null ? {} : { schedule: null, timezone: null };
  const terms = normalizeTerms({ ...(current ?? DEFAULT_TERMS), ...replaced, ...given });
  for (const [field, value] of Object.entries(changes))
    if (value === null && (terms[field as keyof HeartbeatTerms] ?? null) !== null)
      throw DomainError.invalid(
        field,
        'must not be null, because the heartbeat has it; leave it out to keep it',
      );
  return terms;
}

function definedEntries(changes: TermChanges): [field: string, value: unknown][] {
  return Object.entries(changes).filter(([, value]) => value !== undefined && value !== null);
}

/** A heartbeat waits either for some time, or by a schedule in a time zone. */
function requireOneWay(changes: TermChanges, current?: HeartbeatTerms): void {
  const { expect_every, schedule, timezone }: TermChanges = Object.fromEntries(definedEntries(changes));
  if (expect_every !== undefined && schedule !== undefined)
    throw DomainError.invalid('schedule', 'must not be given with expect_every; leave out one of them');
  if (current === undefined && expect_every === undefined && schedule === undefined)
    throw new DomainError('ERROR_REQUIRED_PARAMETER', 'invalid', 'expect_every or schedule is required', {
      errors: [{ field: 'expect_every', reason: 'is required, unless schedule is given' }],
    });
  const isScheduled = expect_every === undefined && (schedule ?? current?.schedule ?? null) !== null;
  if (timezone !== undefined && !isScheduled)
    throw DomainError.invalid(
      'timezone',
      'is the time zone of a schedule; give schedule too, or leave it out',
    );
}
