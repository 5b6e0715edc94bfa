import { choose, type Choice } from './choose.js';
import type { Fact } from './facts.js';
import { isAddress, isFigure, isId, isState } from './is.js';
import { DESCRIPTION } from './names.js';

const SOME_TEXT =
  /^(?!prev|old|last).*(?:message|msg|output|descriptions?|details?|text|reason|cause|notes?|comment|summary|explanation)$/;
/** A longer text is appended to the description, up to this many characters. Anything longer is a document. */
const LONGEST = 4_000;

export interface Description {
  readonly choice: Choice | undefined;
  readonly text: string;
}

/** Finds the description of an alarm apart from the title, and appends the longest other text. */
export function descriptionIn(facts: readonly Fact[], title: Choice | undefined): Description {
  const suits = ({ text, pointer }: Fact): boolean =>
    pointer !== title?.fact.pointer && text.length > 2 && !isAddress(text);
  const choice =
    choose(facts, DESCRIPTION, suits) ?? choose(facts, [], (fact) => suits(fact) && isProse(fact), SOME_TEXT);
  const first = choice?.fact.text ?? '';
  const said = `${title?.fact.text ?? ''}\n${first}`;
  const longer = facts
    .filter((fact) => isText(fact) && suits(fact) && isProse(fact) && !said.includes(fact.text))
    .reduce(
      (longest, { text }) => (text.length > longest.length && text.length <= LONGEST ? text : longest),
      first,
    );
  return {
    choice,
    text: longer === first || first === '' || longer.includes(first) ? longer : `${first}\n${longer}`,
  };
}

const NAMES: ReadonlySet<string> = new Set(DESCRIPTION);
const isText = ({ name }: Fact): boolean => NAMES.has(name) || SOME_TEXT.test(name);
const isProse = ({ text }: Fact): boolean =>
  /\S\s+\S/.test(text.trim()) && !isId(text) && !isFigure(text) && !isState(text);
