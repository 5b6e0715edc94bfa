import { collectFields } from './collect-fields.js';
import { SEVERITY, STATE } from './field-names.js';
import { parseStateWord } from './state-word.js';

const STATEMENT =
  /^(?:title|summary|subject|headline|message|msg|text|description|(?:alert|alarm|event|incident|problem)(?:name|title|message|text)|alert|alarm|(?:[a-z]+)?(?:status|state))$/;

/**
 * Returns whether a query is an alarm, and does not only belong to the address of the webhook: `?title=…`, `?host=…&status=down`,
 * but not `?service=api`.
 */
export function statesSomething(query: Readonly<Record<string, string>>): boolean {
  return collectFields(query).some(
    ({ name, text }) =>
      STATEMENT.test(name) ||
      (STATE.includes(name) && !SEVERITY.includes(name) && parseStateWord(text)?.strong === true),
  );
}
