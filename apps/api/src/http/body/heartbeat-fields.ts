import { ANY_DELIVERY, isHeartbeatName, NAME_REQUIREMENT, TERM_CHECKS } from '#monitoring';
import { declareField, type FieldOptions } from './field.js';

/** A duration like `5m` or `1h30m`, within the limits for `term`. */
export function DurationField(term: 'expect_every' | 'grace', options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', pattern: String.raw`^(?=\d)(\d+d)?(\d+h)?(\d+m)?(\d+s)?$`, maxLength: 64 },
      check: TERM_CHECKS[term],
    },
    options,
  );
}

/** A cron expression of five fields. */
export function ScheduleField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    { kind: 'text', schema: { type: 'string', maxLength: 128 }, check: TERM_CHECKS.schedule },
    options,
  );
}

/** The IANA name of a time zone. */
export function TimezoneField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    { kind: 'text', schema: { type: 'string', maxLength: 64 }, check: TERM_CHECKS.timezone },
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
