import { DomainError } from '#shared/kernel/domain-error.js';
import { newId } from '#shared/kernel/ids.js';
import type { ManagedBy } from '#shared/kernel/managed-by.js';
import { changeRecord, type DataOf } from '#shared/kernel/record-changes.js';

export const UNTIL_VALUES = ['ACKNOWLEDGED', 'RESOLVED'] as const;
export type Until = (typeof UNTIL_VALUES)[number];

export const MAX_STEPS = 10;
export const MAX_STEP_SUBSCRIPTIONS = 20;
export const MAX_REPEATS = 10;
/** Seconds. */
export const MAX_AFTER_SECONDS = 7 * 86_400;
export const MIN_EVERY_SECONDS = 10;
export const MAX_ACKNOWLEDGED_SECONDS = 30 * 86_400;

export interface EscalationStep {
  /** Seconds from the beginning of the cycle. */
  readonly after: number;
  /** Ids as callers see them. */
  readonly subscriptions: readonly string[];
  /** A schedule whose members are told who are on call then. */
  readonly on_call: string | null;
}

export interface GivenStep extends Omit<EscalationStep, 'on_call' | 'subscriptions'> {
  readonly subscriptions?: readonly string[] | undefined;
  readonly on_call?: string | null | undefined;
}

export interface Repeat {
  readonly times: number;
  /** Seconds from the last step. */
  readonly every: number;
}

/** What a running escalation follows. */
export interface EscalationPolicy {
  readonly name: string;
  readonly project_id: string | null;
  readonly steps: readonly EscalationStep[];
  readonly repeat: Repeat | null;
  readonly until: Until;
  /** The subscription that is told if no step reaches anybody. */
  readonly fallback: string;
  /** Seconds after which an acknowledgement ends that was made without an end. */
  readonly acknowledged_for: number | null;
}

export interface EscalationChanges extends ManagedBy {
  readonly name?: string | undefined;
  /** Conditions of the query language, as they were sent. */
  readonly filter?: readonly unknown[] | undefined;
  readonly filter_or?: readonly unknown[] | undefined;
  readonly steps?: readonly GivenStep[] | undefined;
  readonly repeat?: Repeat | null | undefined;
  readonly until?: Until | undefined;
  readonly fallback?: string | undefined;
  readonly acknowledged_for?: number | null | undefined;
}

export interface NewEscalation extends EscalationChanges {
  readonly domain_id: string;
  readonly project_id: string | null;
  readonly name: string;
  readonly steps: readonly GivenStep[];
  readonly fallback: string;
  readonly created_by: string;
}

/** Tells further people in steps, until somebody reacts. */
export class Escalation implements EscalationPolicy {
  escalation_id!: string;
  domain_id!: string;
  project_id!: string | null;
  name!: string;
  filter!: readonly unknown[];
  filter_or!: readonly unknown[];
  steps!: readonly EscalationStep[];
  repeat!: Repeat | null;
  until!: Until;
  fallback!: string;
  acknowledged_for!: number | null;
  managed_by!: string | null;
  created_by!: string;
  created_at!: Date;
  updated_at!: Date;
  /** When it was deleted. The row stays as a tombstone for a while. */
  deleted_at!: Date | null;

  /** @throws ERROR_INVALID_PARAMETER naming the field */
  static create(given: NewEscalation, now: Date): Escalation {
    const { domain_id, project_id, name, created_by, fallback, until = 'ACKNOWLEDGED' } = given;
    const steps = validateSteps(given.steps);
    requireOtherFallback(fallback, steps);
    return Object.assign(new Escalation(), {
      escalation_id: newId('escalation'),
      ...{ domain_id, project_id, name, created_by, fallback, until, steps },
      filter: given.filter ?? [],
      filter_or: given.filter_or ?? [],
      repeat: validateRepeat(given.repeat ?? null),
      acknowledged_for: validateAcknowledgedFor(given.acknowledged_for ?? null, until),
      managed_by: given.managed_by ?? null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    } satisfies DataOf<Escalation>);
  }

  /**
   * Replaces the given fields entirely. Returns whether anything changed, so that a repeated command writes nothing.
   * @throws ERROR_INVALID_PARAMETER naming the field
   */
  update(changes: EscalationChanges, now: Date): boolean {
    const to = {
      name: changes.name ?? this.name,
      filter: changes.filter ?? this.filter,
      filter_or: changes.filter_or ?? this.filter_or,
      steps: changes.steps === undefined ? this.steps : validateSteps(changes.steps),
      repeat: changes.repeat === undefined ? this.repeat : validateRepeat(changes.repeat),
      until: changes.until ?? this.until,
      fallback: changes.fallback ?? this.fallback,
      acknowledged_for:
        changes.acknowledged_for === undefined ? this.acknowledged_for : changes.acknowledged_for,
      managed_by: changes.managed_by === undefined ? this.managed_by : changes.managed_by,
    };
    validateAcknowledgedFor(to.acknowledged_for, to.until);
    requireOtherFallback(to.fallback, to.steps);
    return changeRecord<Escalation>(this, now, to);
  }

  delete(now: Date): boolean {
    return changeRecord<Escalation>(this, now, { deleted_at: now });
  }
}

/** @throws ERROR_INVALID_PARAMETER naming the field */
export function validateSteps(given: readonly GivenStep[]): readonly EscalationStep[] {
  if (given.length === 0)
    throw DomainError.invalid('steps', 'must not be empty: name at least one step with a receiver');
  if (given.length > MAX_STEPS) throw DomainError.invalid('steps', `must be at most ${MAX_STEPS} steps`);
  const steps = given.map(({ after, subscriptions = [], on_call = null }, index) => {
    requireSeconds(`steps[${index}].after`, after, 0, MAX_AFTER_SECONDS);
    const earlier = given[index - 1]?.after;
    if (earlier !== undefined && after <= earlier)
      throw DomainError.invalid(
        `steps[${index}].after`,
        `must be more than that of the step before, ${earlier}`,
      );
    if (subscriptions.length > MAX_STEP_SUBSCRIPTIONS)
      throw DomainError.invalid(
        `steps[${index}].subscriptions`,
        `must be at most ${MAX_STEP_SUBSCRIPTIONS} subscriptions`,
      );
    if (subscriptions.length === 0 && on_call === null)
      throw DomainError.invalid(
        `steps[${index}]`,
        'reaches nobody: name subscriptions, or a schedule as on_call',
      );
    return { after, subscriptions: [...new Set(subscriptions)], on_call };
  });
  return steps;
}

/** Whom no step has reached, the fallback must: that of a step would not be reached either. */
function requireOtherFallback(fallback: string, steps: readonly EscalationStep[]): void {
  const index = steps.findIndex(({ subscriptions }) => subscriptions.includes(fallback));
  if (index >= 0)
    throw DomainError.invalid(
      'fallback',
      `is told by steps[${index}] already, and is for when no step reaches anybody: name another subscription`,
    );
}

function validateRepeat(repeat: Repeat | null): Repeat | null {
  if (repeat === null) return null;
  const { times, every } = repeat;
  if (!Number.isInteger(times) || times < 1 || times > MAX_REPEATS)
    throw DomainError.invalid('repeat.times', `must be a whole number from 1 to ${MAX_REPEATS}`);
  requireSeconds('repeat.every', every, MIN_EVERY_SECONDS, MAX_AFTER_SECONDS);
  return { times, every };
}

function validateAcknowledgedFor(seconds: number | null, until: Until): number | null {
  if (seconds === null) return null;
  requireSeconds('acknowledged_for', seconds, MIN_EVERY_SECONDS, MAX_ACKNOWLEDGED_SECONDS);
  if (until !== 'ACKNOWLEDGED')
    throw DomainError.invalid(
      'acknowledged_for',
      'is for until: ACKNOWLEDGED, since nothing else stops at an acknowledgement; leave it out',
    );
  return seconds;
}

function requireSeconds(field: string, seconds: number, min: number, max: number): void {
  if (!Number.isInteger(seconds) || seconds < min || seconds > max)
    throw DomainError.invalid(field, `must be a whole number of seconds from ${min} to ${max}`);
}
