import type { EventType } from '../plugin-api/event.js';
import type { PluginEvent } from '../plugin-api/plugin.js';
import { parseInstant } from '../vocabulary/instant.js';
import { chooseField } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { TIME, POSSIBLE_END_TIME } from './field-names.js';

const isTime = ({ value, text }: ScalarField): boolean =>
  parseInstant(value) !== undefined && (typeof value === 'string' || text.length >= 10) && text.length >= 8;
const hasTimeOfDay = (field: ScalarField): boolean => isTime(field) && !/^\d{4}-\d\d-\d\d$/.test(field.text);
/** Parts of names of other times: former or future ones, and durations. */
const OTHER_TIME =
  'prev|last|next|due|updat|modif|ack|birth|response|down|up|load|duration|valid|expir|snooz|silenc|mute';
const FUTURE_TIME = '.*(?:due|expir|valid)';
const TIME_SUFFIX = new RegExp(
  `^(?!${OTHER_TIME}|${FUTURE_TIME}|end|resol|clos|clear|recover).*(?:time|timestamp|date|utc|firstseen|started|received|(?:started|created|occurred|triggered|raised|detected|issued|opened|sent|reported|fired|generated|logged|failed|happened|changed|emitted|published)(?:at|on))$`,
);
/** Matches also the time of an end. A failed job may have no other time. */
const END_SUFFIX = new RegExp(`^(?!${OTHER_TIME}|${FUTURE_TIME}).*(?:time|timestamp|date|ed(?:at|on))$`);

/** Names of times that an alarm keeps while the problem lasts. */
const SINCE_NAME = /start|since|first|began|begin|onset|activeat/;
const START_NAME = /start|fired|opened|created|creation|first|raised|trigger|detected/;

export interface FoundTime {
  readonly field: ScalarField;
  readonly confidence: number;
  readonly instant: Date;
  /** The time is that of the start of the problem. A recovery may contain it as well. */
  readonly isStart: boolean;
  /** The sender repeats the alarm with the same time while the problem lasts. */
  readonly isSince: boolean;
}

/**
 * Returns the time at which the alarm began or changed.
 * @param now times of an end after it are ignored
 */
export function findTime(fields: readonly ScalarField[], now: Date): FoundTime | undefined {
  const time =
    chooseField(fields, TIME, hasTimeOfDay, TIME_SUFFIX) ??
    chooseField(fields, TIME, isTime) ??
    chooseField(
      fields,
      [],
      (fact) => hasTimeOfDay(fact) && (parseInstant(fact.value) ?? now) < now,
      END_SUFFIX,
    );
  const at = time && parseInstant(time.field.value);
  return (
    time &&
    at && {
      ...time,
      instant: at,
      isStart: START_NAME.test(time.field.name),
      isSince: SINCE_NAME.test(time.field.name),
    }
  );
}

/** Returns the fields of an event about its time. @param endedAt the end, for an alarm that is known to be over */
export function describeTime(
  type: EventType,
  time: FoundTime | undefined,
  endedAt: Date | undefined,
): Pick<PluginEvent, 'occurred_at' | 'occurred_at_is' | 'started_at'> {
  if (endedAt !== undefined)
    return { occurred_at: endedAt, ...(time?.isStart && { started_at: time.instant }) };
  const isStart = type === 'RECOVERY' ? time?.isStart : time?.isSince;
  return { occurred_at: time?.instant ?? null, ...(isStart && { occurred_at_is: 'start' }) };
}

/** Returns the time of the end, for an alarm that is known to be over. The names alone do not say that it is. */
export function findResolvedTime(fields: readonly ScalarField[], now: Date): Date | undefined {
  const choice = chooseField(
    fields,
    POSSIBLE_END_TIME,
    (one) => hasTimeOfDay(one) && (parseInstant(one.value) ?? now) <= now,
  );
  return choice && parseInstant(choice.field.value);
}
