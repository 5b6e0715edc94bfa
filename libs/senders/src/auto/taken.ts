import type { PluginOutcome } from '../plugin-api/plugin.js';
import { instantOf } from '../vocabulary/instant.js';
import { choose } from './choose.js';
import type { Fact } from './facts.js';
import { isFigure, isId } from './is.js';
import { TAKEN_AT, TAKEN_BY, TAKEN_COMMENT } from './names.js';
import { wordsIn } from './state-word.js';

/** `ACCEPTED` is what iLert calls it. */
const TAKEN = /^(?:ack(?:nowledged?|ed)?|accepted)$/;
const GIVEN_BACK = /^unack(?:nowledged?|ed)?$/;

/** Whether a word of state says that somebody took the alarm, `false` that it was given back; `undefined`: neither. */
export function isTaken(said: string): boolean | undefined {
  const words = wordsIn(said);
  if (words.some((word) => GIVEN_BACK.test(word))) return false;
  const at = words.findIndex((word) => TAKEN.test(word));
  if (at < 0) return undefined;
  const before = words[at - 1];
  if (before === 'un') return false;
  // An alarm that is not acknowledged yet was given back by nobody.
  return before === 'not' || before === 'no' || before === 'non' ? undefined : true;
}

/** Who took it, and what they said, by the names that tools use for that. */
export function takenOutcome(
  facts: readonly Fact[],
  event_key: string,
  acknowledged: boolean,
  pointer: string,
): PluginOutcome {
  const by = choose(facts, TAKEN_BY, ({ text }) => !isId(text) && !isFigure(text) && text.length <= 200);
  const comment = choose(facts, TAKEN_COMMENT);
  const at = choose(facts, TAKEN_AT, ({ value }) => instantOf(value) !== undefined);
  return {
    outcome: 'ACKNOWLEDGED',
    acknowledgement: {
      event_key,
      acknowledged,
      by: by?.fact.text ?? null,
      comment: comment?.fact.text ?? null,
      occurred_at: at === undefined ? null : (instantOf(at.fact.value) ?? null),
      pointer,
    },
  };
}
