import { severityOf } from '../vocabulary/severity.js';
import { choose, singular, type Choice } from './choose.js';
import type { Fact } from './facts.js';
import { isAddress, isFigure, isId } from './is.js';
import { WHAT_HAPPENED } from './names.js';
import { wordsIn, meaningOf } from './state-word.js';

/** Words that occur in any alarm, or say how it was detected. They do not distinguish one alarm from another. */
const ANY =
  /^(?:alerts?|alarms?|events?|incidents?|notifications?|problems?|issues?|errors?|and|or|any|all|messages?|metrics?|logs?|triggers?|webhooks?|monitors?|checks?|tests?|https?|ping|tcp|udp|dns|icmp|email|web|api|status|state|value|default|generic|custom|manual(?:ly)?|auto(?:matic(?:ally)?)?|system|health|updated?|changed?|new|type|rule|threshold|went|came|has|have|is|are|was|were|been|be|gone|again|back|to|the|an?|of|on|in|by|yes|no|not|un|non|data|insufficient)$/;

/**
 * Finds the event, problem, check or test that the alarm is about, as opposed to its resource and state: `DiskFull`,
 * `uptimeCheckFailed`. Text that only says "firing" or "resolved" does not count.
 */
export function whatHappened(
  facts: readonly Fact[],
  ...others: readonly (Choice | undefined)[]
): Choice | undefined {
  const taken = new Set(others.map((other) => other?.fact.pointer));
  return choose(
    facts,
    WHAT_HAPPENED,
    (fact) => !taken.has(fact.pointer) && isWhat(fact),
    /^(?!prev|old|last).*(?:problem|issue|fault|error|alert|alarm|event|condition)(?:name|type|code)$/,
  );
}

function isWhat({ name, parent, depth, text }: Fact): boolean {
  if (
    text.length > 100 ||
    /[\n{]/.test(text) ||
    isAddress(text) ||
    isFigure(text) ||
    isId(text) ||
    severityOf(text) !== undefined ||
    /^(?:true|false)$/i.test(text)
  )
    return false;
  if (
    name === 'type' &&
    (depth > 1 ||
      !/[a-z][A-Z]|[a-z\d][ _.:-][a-z\d]/i.test(text) ||
      OF_THINGS.test(singular(parent)) ||
      OF_THINGS.test(text))
  )
    return false;
  return /\p{L}/u.test(text) && lasting(text).length > 0;
}

/** Things whose `type` says what they are, not what happened to them. */
const OF_THINGS =
  /^(?:host|server|service|device|node|resource|entity|source|monitor|site|target|user|component|application|object|sensor|agent|originator)$/;

/** Returns the words that are the same while the alarm fires and when it is resolved. */
function lasting(text: string): readonly string[] {
  return wordsIn(text).filter((word) => !ANY.test(word) && meaningOf(word)?.strong !== true);
}

/** Returns a part of the key that is the same for firing and resolved: `uptimeCheckFailed` and `uptimeCheckRecovered`. */
export function keyOfWhat({ fact: { text } }: Choice): string {
  return wordsIn(text).some((word) => meaningOf(word)?.strong === true) ? lasting(text).join(' ') : text;
}
