import { parseInstant } from '../vocabulary/instant.js';
import type { Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { ACTION, SEVERITY, STATE } from './field-names.js';
import { isEventName, parseStateWord } from './state-word.js';
import { isNumeric } from './text-checks.js';

/** Names of fields about the message: they are the same in all messages of a sender. */
const MESSAGE_FIELDS = splitNames(`
  version schemaversion receiver groupkey externalurl truncatedalerts orgid sender source username channel icon event action type
  timezone format apiversion kind lang locale environment
`);
const STATE_FIELDS: ReadonlySet<string> = new Set([...STATE, ...SEVERITY]);
/** A title that only says that something fires: `[FIRING:1]`. */
const STATE_WORD = /firing|resolved|alerting|alerts?|alarms?|ok|no data|notification/i;
/** The words of a title: what is left without signs and figures. */
const isStateTitle = (title: string): boolean => {
  const words = title.replaceAll(/[^\p{L}]+/gu, ' ').trim();
  return words === '' || STATE_WORD.exec(words)?.[0] === words;
};

function splitNames(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/**
 * Returns whether something in the alarm tells it apart from others: a title, or any other text than a state. Without it all
 * such alarms of a webhook would have the same key, and the second would be a repeat of the first.
 */
export function hasIdentity(fields: readonly ScalarField[], title: Choice | undefined): boolean {
  if (title !== undefined && !isStateTitle(title.field.text)) return true;
  return fields.some(
    (field) => (EVENT_NAME_FIELDS.has(field.name) && isEventName(field.text)) || isTelling(field),
  );
}

const EVENT_NAME_FIELDS: ReadonlySet<string> = new Set([...ACTION, 'type']);
const ID_NAME = /(?:id|key|number)$/;
/** Objects that hold an alarm or its details, as opposed to the thing that it is about. */
const ALARM_PARENT = /^$|alert|alarm|incident|problem|event|label|annotation|data|payload|message|body/;

function isTelling({ name, parent, text, value }: ScalarField): boolean {
  if (!ALARM_PARENT.test(parent)) return true;
  if (MESSAGE_FIELDS.has(name) || SEVERITY.includes(name) || /^(?:true|false)$/i.test(text)) return false;
  if (ID_NAME.test(name)) return true;
  if (STATE_FIELDS.has(name) && parseStateWord(text) !== undefined) return false;
  return !isNumeric(text) && !isStateTitle(text) && parseInstant(value) === undefined;
}
