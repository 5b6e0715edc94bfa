import type { PluginOutcome } from '../plugin-api/plugin.js';
import { instantOf } from '../vocabulary/instant.js';
import { choose } from './choose.js';
import type { Fact } from './facts.js';
import { isFigure, isId } from './is.js';
import { TAKEN_AT, TAKEN_BY, TAKEN_COMMENT } from './names.js';
import { wordsIn } from './state-word.js';

/** Words for an acknowledgement. iLert calls it `ACCEPTED`. */
const TAKEN = /^(?:ack(?:nowledged?|ed)?|accepted)$/;
const GIVEN_BACK = /^unack(?:nowledged?|ed)?$/;

/** Returns `true` for a word that says "acknowledged", `false` for "acknowledgement taken back", `undefined` for any other. */
export function isTaken(said: string): boolean | undefined {
  const words = wordsIn(said);
  if (words.some((word) => GIVEN_BACK.test(word))) return false;
  const at = words.findIndex((word) => TAKEN.test(word));
  if (at < 0) return undefined;
  const before = words[at - 1];
  if (before === 'un') return false;
  // "Not acknowledged" may be an alarm that nobody has acknowledged yet. Nothing was taken back.
  return before === 'not' || before === 'no' || before === 'non' ? undefined : true;
}

/** Builds the outcome of an acknowledgement. Author, comment and time are found by the field names that tools share. */
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
