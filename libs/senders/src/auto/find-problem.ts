import { parseSeverityWord } from '../vocabulary/severity.js';
import { chooseField, singular, type Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { isUrl, isNumeric, isId } from './text-checks.js';
import { PROBLEM } from './field-names.js';
import { splitStateWords, parseStateWord } from './state-word.js';

/** Words that occur in any alarm, or say how it was detected. They do not distinguish one alarm from another. */
const COMMON_WORD =
  /^(?:alerts?|alarms?|events?|incidents?|notifications?|problems?|issues?|errors?|and|or|any|all|messages?|metrics?|logs?|triggers?|webhooks?|monitors?|checks?|tests?|https?|ping|tcp|udp|dns|icmp|email|web|api|status|state|value|default|generic|custom|manual(?:ly)?|auto(?:matic(?:ally)?)?|system|health|updated?|changed?|new|type|rule|threshold|went|came|has|have|is|are|was|were|been|be|gone|again|back|to|the|an?|of|on|in|by|yes|no|not|un|non|data|insufficient)$/;

/**
 * Finds the event, problem, check or test that the alarm is about, as opposed to its resource and state: `DiskFull`,
 * `uptimeCheckFailed`. Text that only says "firing" or "resolved" does not count.
 */
export function findProblem(
  fields: readonly ScalarField[],
  ...excluded: readonly (Choice | undefined)[]
): Choice | undefined {
  const excludedPointers = new Set(excluded.map((other) => other?.field.pointer));
  return chooseField(
    fields,
    PROBLEM,
    (field) => !excludedPointers.has(field.pointer) && isProblem(field),
    /^(?!prev|old|last).*(?:problem|issue|fault|error|alert|alarm|event|condition)(?:name|type|code)$/,
  );
}

function isProblem({ name, parent, depth, text }: ScalarField): boolean {
  if (
    text.length > 100 ||
    /[\n{]/.test(text) ||
    isUrl(text) ||
    isNumeric(text) ||
    isId(text) ||
    parseSeverityWord(text) !== undefined ||
    /^(?:true|false)$/i.test(text)
  )
    return false;
  if (
    name === 'type' &&
    (depth > 1 ||
      !/[a-z][A-Z]|[a-z\d][ _.:-][a-z\d]/i.test(text) ||
      ENTITY_KIND.test(singular(parent)) ||
      ENTITY_KIND.test(text))
  )
    return false;
  return /\p{L}/u.test(text) && stableWords(text).length > 0;
}

/** Things whose `type` says what they are, not what happened to them. */
const ENTITY_KIND =
  /^(?:host|server|service|device|node|resource|entity|source|monitor|site|target|user|component|application|object|sensor|agent|originator)$/;

/** Returns the words that are the same while the alarm fires and when it is resolved. */
function stableWords(text: string): readonly string[] {
  return splitStateWords(text).filter(
    (word) => !COMMON_WORD.test(word) && parseStateWord(word)?.strong !== true,
  );
}

/** Returns a part of the key that is the same for firing and resolved: `uptimeCheckFailed` and `uptimeCheckRecovered`. */
export function problemKey({ field: { text } }: Choice): string {
  return splitStateWords(text).some((word) => parseStateWord(word)?.strong === true)
    ? stableWords(text).join(' ')
    : text;
}
