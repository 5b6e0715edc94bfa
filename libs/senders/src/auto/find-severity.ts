import type { Severity } from '../plugin-api/event.js';
import { parseSeverity, parseSeverityWord, unknownSeverityWord } from '../vocabulary/severity.js';
import { chooseField, type Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { SEVERITY } from './field-names.js';
import { parseNumericSeverity } from './numeric-severity.js';
import { parseStateWord } from './state-word.js';
import type { State } from './derive-state.js';

const SEVERITY_STATE =
  /^(?:critical|crit|fatal|error|major|minor|warning|warn|(?:no|missing)[ _-]?data|insufficient[ _-]data)$/i;
const STATE_NAMES = ['state', 'status', 'alertstate', 'alertstatus', 'currentstate', 'newstate', 'alerttype'];
const SEVERITY_SUFFIX =
  /^(?!pre|old|last).*(?:severity|priority|urgency|criticality|(?:trigger|alert|alarm|event)level)$/;
/** Names of numbers that are a severity on a known scale. */
const NUMBERED_SUFFIX = /(?:severity|nseverity|severitynumber|severitycode|levelno|level|priority)$/;
/** Names that always mean the severity. Others, such as `level` or `impact`, may mean something else. */
const STATED_NAMES = [
  'severity',
  'alertseverity',
  'eventseverity',
  'perceivedseverity',
  'criticality',
  'priority',
  'alertpriority',
  'urgency',
];

export interface FoundSeverity extends Choice {
  /** `undefined`: the sender states a severity, but by an unknown word or number. */
  readonly severity: Severity | undefined;
}

/** Chooses the fact with the severity: a known word, a number on a known scale, a state that is one, or an unknown word. */
export function findSeverity(fields: readonly ScalarField[]): FoundSeverity | undefined {
  const names = new Set(fields.map(({ name }) => name));
  const meaningOf = (field: ScalarField): Severity | undefined =>
    parseSeverity(field.text) ?? parseNumericSeverity(field, names);
  const isKnown = (field: ScalarField): boolean => meaningOf(field) !== undefined;
  const choice =
    chooseField(fields, SEVERITY, isKnown, SEVERITY_SUFFIX) ??
    chooseField(fields, [], (field) => parseNumericSeverity(field, names) !== undefined, NUMBERED_SUFFIX) ??
    chooseField(fields, STATE_NAMES, ({ text }) => SEVERITY_STATE.test(text)) ??
    chooseField(fields, STATED_NAMES, isUnknownSeverity, /severity$/);
  return choice && { ...choice, severity: meaningOf(choice.field) };
}

const isUnknownSeverity = ({ text }: ScalarField): boolean =>
  unknownSeverityWord(text) !== undefined && parseStateWord(text)?.type !== 'RECOVERY';

/** Returns the chosen severity. Without a choice, a firing state such as `CRITICAL` or `No Data` gives it. */
export function deriveSeverity(choice: FoundSeverity | undefined, state: State): Severity | undefined {
  if (choice !== undefined) return choice.severity;
  return state.type === 'ALERT' && SEVERITY_STATE.test(state.word)
    ? parseSeverityWord(state.word)
    : undefined;
}
