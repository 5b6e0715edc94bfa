import type { EventType } from '../plugin-api/event.js';
import type { PluginDelivery, PluginEvent } from '../plugin-api/plugin.js';
import { parseInstant } from '../vocabulary/instant.js';
import { chooseField, type Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { TIME, TIME_0_2, POSSIBLE_END_TIME } from './field-names.js';
import { createDefinitionCheck, isDateOnly, joinDatesWithTimes } from './join-date-time.js';

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
 * Returns the time at which the alarm began or changed. A date alone is none.
 * @param now times of an end after it are ignored
 * @param words `0.2`: by the names that this release knew
 */
export function findTime(
  fields: readonly ScalarField[],
  now: Date,
  words?: PluginDelivery['words'],
): FoundTime | undefined {
  const time = words === '0.2' ? chooseTime0_2(fields, now) : chooseTime(fields, now);
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

function chooseTime(fields: readonly ScalarField[], now: Date): Choice | undefined {
  const isOfDefinition = createDefinitionCheck(fields);
  const joined = joinDatesWithTimes(fields);
  return (
    chooseField(
      joined,
      TIME,
      (field) => isTime(field) && !isDateOnly(field) && !isOfDefinition(field),
      TIME_SUFFIX,
    ) ??
    chooseField(
      joined,
      [],
      (field) => isTime(field) && !isDateOnly(field) && (parseInstant(field.value) ?? now) < now,
      END_SUFFIX,
    )
  );
}

function chooseTime0_2(fields: readonly ScalarField[], now: Date): Choice | undefined {
  return (
    chooseField(fields, TIME_0_2, hasTimeOfDay, TIME_SUFFIX) ??
    chooseField(fields, TIME_0_2, isTime) ??
    chooseField(
      fields,
      [],
      (fact) => hasTimeOfDay(fact) && (parseInstant(fact.value) ?? now) < now,
      END_SUFFIX,
    )
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
