import type { Severity } from '../plugin-api/event.js';
import { parseSeverity } from '../vocabulary/severity.js';
import { dictionary } from '../vocabulary/word.js';
import { chooseField, type Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { SEVERITY } from './field-names.js';
import { toEnglishWord } from './translations.js';
import type { State } from './derive-state.js';

/** Words for severities that the common ones lack, and that mean the same in every tool. */
const EXTRA_SEVERITIES = dictionary<Severity>({
  blocker: 'CRITICAL',
  highest: 'CRITICAL',
  urgent: 'CRITICAL',
  severe: 'ERROR',
  medium: 'WARNING',
  moderate: 'WARNING',
  lowest: 'INFO',
  trivial: 'INFO',
  verbose: 'INFO',
  missingdata: 'NOT_AVAILABLE',
});
const parseSeverityWord = (word: string): Severity | undefined => {
  const english = toEnglishWord(word) ?? word;
  return parseSeverity(english) ?? EXTRA_SEVERITIES(english);
};

/** Finds the last severity in a text: `P1 - Critical`, `CRITICALITY_LEVEL_WARNING`. A negation ("not critical") gives none. */
function findLastSeverity(text: string): Severity | undefined {
  const wholeSeverity = parseSeverityWord(text);
  if (wholeSeverity !== undefined || text.length > 60 || /\bno[nt]\b/i.test(text)) return wholeSeverity;
  const words = text.split(/[^a-z\d]+/i).filter((word) => word !== '');
  return parseSeverityWord(words.findLast((word) => parseSeverityWord(word) !== undefined) ?? '');
}

const SEVERITY_STATE =
  /^(?:critical|crit|fatal|error|major|minor|warning|warn|(?:no|missing)[ _-]?data|insufficient[ _-]data)$/i;
const STATE_NAMES = ['state', 'status', 'alertstate', 'alertstatus', 'currentstate', 'newstate', 'alerttype'];

/** Chooses the fact with the severity, or else a state that is one. */
export function findSeverity(fields: readonly ScalarField[]): Choice | undefined {
  return (
    chooseField(
      fields,
      SEVERITY,
      ({ text }) => findLastSeverity(text) !== undefined,
      /^(?!pre|old|last).*(?:severity|priority|urgency|criticality|(?:trigger|alert|alarm|event)level)$/,
    ) ?? chooseField(fields, STATE_NAMES, ({ text }) => SEVERITY_STATE.test(text))
  );
}

/** Returns the chosen severity. Without a choice, a firing state such as `CRITICAL` or `No Data` gives it. */
export function deriveSeverity(choice: Choice | undefined, state: State): Severity | undefined {
  if (choice !== undefined) return findLastSeverity(choice.field.text);
  return state.type === 'ALERT' && SEVERITY_STATE.test(state.word)
    ? parseSeverityWord(state.word)
    : undefined;
}
