import { instantOf } from '../vocabulary/instant.js';
import { choose } from './choose.js';
import type { Fact } from './facts.js';
import { TIME, TOLD_END } from './names.js';

const isInstant = ({ value, text }: Fact): boolean =>
  instantOf(value) !== undefined && (typeof value === 'string' || text.length >= 10) && text.length >= 8;
const isClock = (fact: Fact): boolean => isInstant(fact) && !/^\d{4}-\d\d-\d\d$/.test(fact.text);
/** Parts of names of other times: former or future ones, and durations. */
const OTHER_TIME =
  'prev|last|next|due|updat|modif|ack|birth|response|down|up|load|duration|valid|expir|snooz|silenc|mute';
const STILL_TO_COME = '.*(?:due|expir|valid)';
const SOME_TIME = new RegExp(
  `^(?!${OTHER_TIME}|${STILL_TO_COME}|end|resol|clos|clear|recover).*(?:time|timestamp|date|utc|firstseen|started|received|(?:started|created|occurred|triggered|raised|detected|issued|opened|sent|reported|fired|generated|logged|failed|happened|changed|emitted|published)(?:at|on))$`,
);
/** Matches also the time of an end. A failed job may have no other time. */
const SOME_END = new RegExp(`^(?!${OTHER_TIME}|${STILL_TO_COME}).*(?:time|timestamp|date|ed(?:at|on))$`);

const OF_START = /start|fired|opened|created|creation|first|raised|trigger|detected/;

export interface Told {
  readonly fact: Fact;
  readonly sure: number;
  readonly at: Date;
  /** The time is that of the start of the problem. A recovery may contain it as well. */
  readonly ofStart: boolean;
}

/**
 * Returns the time at which the alarm began or changed.
 * @param now times of an end after it are ignored
 */
export function timeOf(facts: readonly Fact[], now: Date): Told | undefined {
  const time =
    choose(facts, TIME, isClock, SOME_TIME) ??
    choose(facts, TIME, isInstant) ??
    choose(facts, [], (fact) => isClock(fact) && (instantOf(fact.value) ?? now) < now, SOME_END);
  const at = time && instantOf(time.fact.value);
  return time && at && { ...time, at, ofStart: OF_START.test(time.fact.name) };
}

/** Returns the time of the end, for an alarm that is known to be over. The names alone do not say that it is. */
export function endOf(facts: readonly Fact[], now: Date): Date | undefined {
  const fact = choose(facts, TOLD_END, (one) => isClock(one) && (instantOf(one.value) ?? now) <= now);
  return fact && instantOf(fact.fact.value);
}
