import type { Severity } from '../plugin-api/event.js';
import { severityOf } from '../vocabulary/severity.js';
import { dictionary } from '../vocabulary/word.js';
import { choose, type Choice } from './choose.js';
import type { Fact } from './facts.js';
import { SEVERITY } from './names.js';
import { englishWord } from './other-languages.js';
import type { State } from './read-state.js';

/** Words for severities that the common ones lack, and that mean the same in every tool. */
const MORE_DEGREES = dictionary<Severity>({
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
const degreeOf = (word: string): Severity | undefined => {
  const english = englishWord(word) ?? word;
  return severityOf(english) ?? MORE_DEGREES(english);
};

/** Finds the last severity in a text: `P1 - Critical`, `CRITICALITY_LEVEL_WARNING`. A negation ("not critical") gives none. */
function degreeIn(text: string): Severity | undefined {
  const whole = degreeOf(text);
  if (whole !== undefined || text.length > 60 || /\bno[nt]\b/i.test(text)) return whole;
  const words = text.split(/[^a-z\d]+/i).filter((word) => word !== '');
  return degreeOf(words.findLast((word) => degreeOf(word) !== undefined) ?? '');
}

const DEGREES =
  /^(?:critical|crit|fatal|error|major|minor|warning|warn|(?:no|missing)[ _-]?data|insufficient[ _-]data)$/i;
const STATES_OF_DEGREE = [
  'state',
  'status',
  'alertstate',
  'alertstatus',
  'currentstate',
  'newstate',
  'alerttype',
];

/** Chooses the fact with the severity, or else a state that is one. */
export function degreeAmong(facts: readonly Fact[]): Choice | undefined {
  return (
    choose(
      facts,
      SEVERITY,
      ({ text }) => degreeIn(text) !== undefined,
      /^(?!pre|old|last).*(?:severity|priority|urgency|criticality|(?:trigger|alert|alarm|event)level)$/,
    ) ?? choose(facts, STATES_OF_DEGREE, ({ text }) => DEGREES.test(text))
  );
}

/** Returns the chosen severity. Without a choice, a firing state such as `CRITICAL` or `No Data` gives it. */
export function severityIn(choice: Choice | undefined, state: State): Severity | undefined {
  if (choice !== undefined) return degreeIn(choice.fact.text);
  return state.type === 'ALERT' && DEGREES.test(state.said) ? degreeOf(state.said) : undefined;
}
