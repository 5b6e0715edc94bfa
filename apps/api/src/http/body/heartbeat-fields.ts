import { ANY_DELIVERY, checkQuietFor, isHeartbeatName, NAME_REQUIREMENT, TERM_CHECKS } from '#monitoring';
import { MAX_SCHEDULE_LENGTH, MAX_TIMEZONE_LENGTH } from '#shared/kernel/cron-schedule.js';
import { DURATION_SCHEMA_PATTERN } from '#shared/kernel/duration.js';
import { declareField, type FieldOptions } from './field.js';

const DURATION_CHECKS = { ...TERM_CHECKS, quiet_for: checkQuietFor };

/** A duration like `5m` or `1h30m`, within the limits for `term`. */
export function DurationField(
  term: 'expect_every' | 'grace' | 'quiet_for',
  options: FieldOptions = {},
): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', pattern: DURATION_SCHEMA_PATTERN, maxLength: 64 },
      check: DURATION_CHECKS[term],
    },
    options,
  );
}

/** A cron expression of five fields, or the IANA name of its time zone. */
export function ScheduleField(term: 'schedule' | 'timezone', options: FieldOptions = {}): PropertyDecorator {
  const maxLength = term === 'schedule' ? MAX_SCHEDULE_LENGTH : MAX_TIMEZONE_LENGTH;
  return declareField(
    { kind: 'text', schema: { type: 'string', maxLength }, check: TERM_CHECKS[term] },
    options,
  );
}

/** @param allowsAny whether `*` is allowed too: the heartbeat that any delivery of the webhook pings */
export function HeartbeatNameField(options: FieldOptions = {}, allowsAny = false): PropertyDecorator {
  const pattern = `^[A-Za-z0-9._-]{1,64}$${allowsAny ? String.raw`|^\*$` : ''}`;
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', pattern },
      check: (value) =>
        isHeartbeatName(value) || (allowsAny && value === ANY_DELIVERY) ? undefined : NAME_REQUIREMENT,
    },
    { example: 'backup', ...options },
  );
}
