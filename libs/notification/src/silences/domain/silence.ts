import { DomainError } from '#shared/kernel/domain-error.js';
import { countBelow } from '#shared/kernel/first-above.js';
import { newId } from '#shared/kernel/ids.js';
import type { ManagedBy } from '#shared/kernel/managed-by.js';
import { changeRecord, type DataOf } from '#shared/kernel/record-changes.js';
import { requireMoment, type Moment } from '#shared/query/instant.js';
import type { AlertFilter } from '../../subscriptions/domain/subscription.js';
import { validateWeekly, type WeeklyWindow, findWindows } from './weekly-window.js';

/** The maximum length of a silence in milliseconds: a leap year. */
export const MAX_DURATION_MS = 366 * 86_400_000;

export interface SilenceChanges extends ManagedBy {
  readonly name?: string | undefined;
  readonly filter?: AlertFilter['filter'] | undefined;
  readonly filter_or?: AlertFilter['filter_or'] | undefined;
  readonly starts_at?: Moment | undefined;
  readonly ends_at?: Moment | undefined;
  readonly reason?: string | undefined;
  /** `null`: the silence applies all the time. */
  readonly weekly?: WeeklyWindow | null | undefined;
}

export interface NewSilence extends SilenceChanges {
  readonly domain_id: string;
  readonly name: string;
  readonly filter: AlertFilter['filter'];
  readonly ends_at: Moment;
  readonly reason: string;
  readonly created_by: string;
}

/**
 * A time in which no notifications are sent of the alerts that match. Every method that changes it returns whether anything
 * changed, so that a repeated command writes nothing.
 */
export class Silence implements SilencePeriod {
  silence_id!: string;
  domain_id!: string;
  name!: string;
  filter!: readonly unknown[];
  filter_or!: readonly unknown[];
  starts_at!: Date;
  ends_at!: Date;
  reason!: string;
  weekly!: WeeklyWindow | null;
  managed_by!: string | null;
  created_by!: string;
  created_at!: Date;
  updated_at!: Date;
  /** When the silence was deleted. The row stays as a tombstone for a while. */
  deleted_at!: Date | null;

  /** @throws ERROR_INVALID_PARAMETER naming the field */
  static create({ starts_at, weekly, reason, ...given }: NewSilence, now: Date): Silence {
    const times = validateTimes(
      {
        starts_at: starts_at === undefined ? now : requireMoment('starts_at', starts_at, now),
        ends_at: requireMoment('ends_at', given.ends_at, now),
      },
      now,
    );
    return Object.assign(new Silence(), {
      silence_id: newId('silence'),
      domain_id: given.domain_id,
      name: given.name,
      filter: given.filter,
      filter_or: given.filter_or ?? [],
      ...times,
      reason: validateReason(reason),
      weekly: weekly ? validateWeekly(weekly) : null,
      managed_by: given.managed_by ?? null,
      created_by: given.created_by,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    } satisfies DataOf<Silence>);
  }

  /** Replaces the given fields entirely. @throws ERROR_INVALID_PARAMETER naming the field */
  update(changes: SilenceChanges, now: Date): boolean {
    const { name, filter, filter_or, starts_at, ends_at, reason, weekly, managed_by } = changes;
    const times = {
      starts_at: starts_at === undefined ? this.starts_at : requireMoment('starts_at', starts_at, now),
      ends_at: ends_at === undefined ? this.ends_at : requireMoment('ends_at', ends_at, now),
    };
    const isMoved =
      times.starts_at.getTime() !== this.starts_at.getTime() ||
      times.ends_at.getTime() !== this.ends_at.getTime();
    return changeRecord<Silence>(this, now, {
      name: name ?? this.name,
      filter: filter ?? this.filter,
      filter_or: filter_or ?? this.filter_or,
      ...(isMoved ? validateTimes(times, now) : times),
      reason: reason === undefined ? this.reason : validateReason(reason),
      weekly: weekly === undefined ? this.weekly : weekly && validateWeekly(weekly),
      managed_by: managed_by === undefined ? this.managed_by : managed_by,
    });
  }

  /** Ends the silence now, even if it has not begun yet. */
  expire(now: Date): boolean {
    if (this.ends_at <= now) return false;
    const starts_at = this.starts_at < now ? this.starts_at : now;
    return changeRecord<Silence>(this, now, { starts_at, ends_at: now });
  }

  delete(now: Date): boolean {
    return changeRecord<Silence>(this, now, { deleted_at: now });
  }
}

type Times = Pick<SilencePeriod, 'starts_at' | 'ends_at'>;

function validateTimes({ starts_at, ends_at }: Times, now: Date): Times {
  if (ends_at <= now) throw DomainError.invalid('ends_at', 'must be in the future');
  if (ends_at <= starts_at) throw DomainError.invalid('ends_at', 'must be later than starts_at');
  if (ends_at.getTime() - starts_at.getTime() > MAX_DURATION_MS)
    throw DomainError.invalid('ends_at', 'must be at most a year after starts_at');
  return { starts_at, ends_at };
}

function validateReason(given: string): string {
  const reason = given.trim();
  if (reason === '') throw DomainError.invalid('reason', 'must not be empty');
  return reason;
}

/** The time in which something is silenced. */
export interface SilencePeriod {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly weekly: WeeklyWindow | null;
}

/**
 * Returns a function for times from `from` to `to`. It returns when the silence that applies at that time ends, or its weekly
 * window; `undefined` if the silence does not apply.
 * @param to inclusive
 */
export function createSilenceLookup(
  { starts_at, ends_at, weekly }: SilencePeriod,
  from: Date,
  to: Date,
): (at: Date) => Date | undefined {
  const windows = weekly && findWindows(weekly, from.getTime(), to.getTime() + 1);
  const starts = windows?.map(({ start }) => start) ?? [];
  // Where clocks are set back, a window may end before the one that began before it.
  let latest = Number.NEGATIVE_INFINITY;
  const ends = windows?.map(({ end }) => (latest = Math.max(latest, end))) ?? [];
  return (at) => {
    if (at < starts_at || at >= ends_at) return undefined;
    if (windows === null) return ends_at;
    const end = ends[countBelow(starts, at.getTime() + 1) - 1];
    return end === undefined || end <= at.getTime() ? undefined : new Date(Math.min(ends_at.getTime(), end));
  };
}
