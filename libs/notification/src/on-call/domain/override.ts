import { DomainError } from '#shared/kernel/domain-error.js';
import { requireMoment, type Moment } from '#shared/query/instant.js';
import { validateNames, type Member } from './member.js';
import type { Shift } from './roster.js';

export const MAX_OVERRIDES = 100;
const MAX_DURATION_MS = 366 * 86_400_000;

/** A time in which these members are on call, and nobody else. */
export interface Override {
  readonly members: readonly string[];
  /** ISO 8601. */
  readonly starts_at: string;
  /** ISO 8601, exclusive. */
  readonly ends_at: string;
  readonly reason: string | null;
}

export interface GivenOverride {
  readonly members: readonly string[];
  readonly starts_at: Moment;
  readonly ends_at: Moment;
  readonly reason?: string | null | undefined;
}

/**
 * Returns valid overrides in the order of time. One that has ended is history: whom it names may have left since. @throws ERROR_INVALID_PARAMETER naming
 * the field
 */
export function validateOverrides(
  given: readonly GivenOverride[],
  members: readonly Member[],
  now: Date,
): readonly Override[] {
  if (given.length > MAX_OVERRIDES)
    throw DomainError.invalid(
      'overrides',
      `must be at most ${MAX_OVERRIDES} overrides; leave out those that have ended`,
    );
  return given
    .map((override, index) => {
      const field = `overrides[${index}]`;
      const starts_at = requireMoment(`${field}.starts_at`, override.starts_at, now);
      const ends_at = requireMoment(`${field}.ends_at`, override.ends_at, now);
      if (ends_at <= starts_at) throw DomainError.invalid(`${field}.ends_at`, 'must be later than starts_at');
      if (ends_at.getTime() - starts_at.getTime() > MAX_DURATION_MS)
        throw DomainError.invalid(`${field}.ends_at`, 'must be at most a year after starts_at');
      return {
        members: validateNames(`${field}.members`, override.members, ends_at > now ? members : null),
        starts_at: starts_at.toISOString(),
        ends_at: ends_at.toISOString(),
        reason: override.reason ?? null,
      };
    })
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
}

/** Checks that whoever is to be removed has no override that has not ended. @throws ERROR_INVALID_PARAMETER for `members` */
export function requireOverridden(stored: readonly Override[], members: readonly Member[], now: Date): void {
  for (const { members: names, ends_at } of stored.filter(
    (each) => Date.parse(each.ends_at) > now.getTime(),
  )) {
    const missing = names.find((name) => !members.some((member) => member.name === name));
    if (missing !== undefined)
      throw DomainError.invalid(
        'members',
        `must include ${missing}, who has an override until ${ends_at}; remove or replace it in overrides`,
      );
  }
}

export function toOverrideShifts(overrides: readonly Override[]): readonly Shift[] {
  return overrides.map(({ members, starts_at, ends_at, reason }) => ({
    start: Date.parse(starts_at),
    end: Date.parse(ends_at),
    members,
    because: 'OVERRIDE',
    detail: reason,
  }));
}
