import { DomainError } from '#shared/kernel/domain-error.js';

/** What ends the reminders of an alert. */
export const REMIND_ENDS = ['ACKNOWLEDGED', 'RESOLVED'] as const;
export type RemindEnd = (typeof REMIND_ENDS)[number];

/** How often a subscription is told again of an alert that is still open. */
export interface Remind {
  /** Seconds since the last message about the alert. */
  readonly every: number;
  readonly until: RemindEnd;
}

export interface RemindFields extends Pick<Remind, 'every'> {
  /** Defaults to `ACKNOWLEDGED`. */
  readonly until?: RemindEnd | undefined;
}

/** More often, people would learn to ignore it. */
export const MIN_REMIND_SECONDS = 300;
export const MAX_REMIND_SECONDS = 7 * 86_400;

/** @throws ERROR_INVALID_PARAMETER */
export function validateRemind({ every, until = 'ACKNOWLEDGED' }: RemindFields): Remind {
  if (!Number.isInteger(every) || every < MIN_REMIND_SECONDS || every > MAX_REMIND_SECONDS)
    throw DomainError.invalid(
      'remind.every',
      `must be a whole number of seconds from ${MIN_REMIND_SECONDS} to ${MAX_REMIND_SECONDS}`,
    );
  if (!REMIND_ENDS.includes(until))
    throw DomainError.invalid('remind.until', `must be ${REMIND_ENDS.join(' or ')}`);
  return { every, until };
}
