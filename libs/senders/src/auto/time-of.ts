import { instantOf } from '../vocabulary/instant.js';
import { choose } from './choose.js';
import type { Fact } from './facts.js';
import { TIME, TOLD_END } from './names.js';

const isInstant = ({ value, text }: Fact): boolean =>
  instantOf(value) !== undefined && (typeof value === 'string' || text.length >= 10) && text.length >= 8;
const isClock = (fact: Fact): boolean => isInstant(fact) && !/^\d{4}-\d\d-\d\d$/.test(fact.text);
/** Of something else: of what was before or is still to come, and how long something took. */
const OTHER_TIME =
  'prev|last|next|due|updat|modif|ack|birth|response|down|up|load|duration|valid|expir|snooz|silenc|mute';
const STILL_TO_COME = '.*(?:due|expir|valid)';
const SOME_TIME = new RegExp(
  `^(?!${OTHER_TIME}|${STILL_TO_COME}|end|resol|clos|clear|recover).*(?:time|timestamp|date|utc|firstseen|started|received|(?:started|created|occurred|triggered|raised|detected|issued|opened|sent|reported|fired|generated|logged|failed|happened|changed|emitted|published)(?:at|on))$`,
);
/** A job that failed tells only when it ended. */
const SOME_END = new RegExp(`^(?!${OTHER_TIME}|${STILL_TO_COME}).*(?:time|timestamp|date|ed(?:at|on))$`);

const OF_START = /start|fired|opened|created|creation|first|raised|trigger|detected/;

export interface Told {
  readonly fact: Fact;
  readonly sure: number;
  readonly at: Date;
  /** It is a time of the beginning, which an end may tell too. */
  readonly ofStart: boolean;
}

/**
 * When it began or changed.
 * @param now nothing that has ended ends later
 */
export function timeOf(facts: readonly Fact[], now: Date): Told | undefined {
  const time =
    choose(facts, TIME, isClock, SOME_TIME) ??
    choose(facts, TIME, isInstant) ??
    choose(facts, [], (fact) => isClock(fact) && (instantOf(fact.value) ?? now) < now, SOME_END);
  const at = time && instantOf(time.fact.value);
  return time && at && { ...time, at, ofStart: OF_START.test(time.fact.name) };
}

/** When what is over has ended, by names that say nothing of whether it is. */
export function endOf(facts: readonly Fact[], now: Date): Date | undefined {
  const fact = choose(facts, TOLD_END, (one) => isClock(one) && (instantOf(one.value) ?? now) <= now);
  return fact && instantOf(fact.fact.value);
}
