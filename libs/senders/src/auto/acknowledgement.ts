import type { PluginOutcome } from '../plugin-api/plugin.js';
import { parseInstant } from '../vocabulary/instant.js';
import { chooseField } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { isNumeric, isId } from './text-checks.js';
import { ACKNOWLEDGED_AT, ACKNOWLEDGED_BY, ACKNOWLEDGEMENT_COMMENT } from './field-names.js';
import { splitStateWords } from './state-word.js';

/** Words for an acknowledgement. iLert calls it `ACCEPTED`. */
const ACKNOWLEDGED_WORD = /^(?:ack(?:nowledged?|ed)?|accepted)$/;
const UNACKNOWLEDGED_WORD = /^unack(?:nowledged?|ed)?$/;

/** Returns `true` for a word that says "acknowledged", `false` for "acknowledgement taken back", `undefined` for any other. */
export function parseAcknowledged(stateText: string): boolean | undefined {
  const words = splitStateWords(stateText);
  if (words.some((word) => UNACKNOWLEDGED_WORD.test(word))) return false;
  const index = words.findIndex((word) => ACKNOWLEDGED_WORD.test(word));
  if (index < 0) return undefined;
  const before = words[index - 1];
  if (before === 'un') return false;
  // "Not acknowledged" may be an alarm that nobody has acknowledged yet. Nothing was taken back.
  return before === 'not' || before === 'no' || before === 'non' ? undefined : true;
}

/** Builds the outcome of an acknowledgement. Author, comment and time are found by the field names that tools share. */
export function buildAcknowledgement(
  fields: readonly ScalarField[],
  event_key: string,
  acknowledged: boolean,
  pointer: string,
): PluginOutcome {
  const by = chooseField(
    fields,
    ACKNOWLEDGED_BY,
    ({ text }) => !isId(text) && !isNumeric(text) && text.length <= 200,
  );
  const comment = chooseField(fields, ACKNOWLEDGEMENT_COMMENT);
  const time = chooseField(fields, ACKNOWLEDGED_AT, ({ value }) => parseInstant(value) !== undefined);
  return {
    outcome: 'ACKNOWLEDGED',
    acknowledgement: {
      event_key,
      acknowledged,
      by: by?.field.text ?? null,
      comment: comment?.field.text ?? null,
      occurred_at: time === undefined ? null : (parseInstant(time.field.value) ?? null),
      pointer,
    },
  };
}
