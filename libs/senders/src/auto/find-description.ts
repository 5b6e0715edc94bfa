import { chooseField, type Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { isUrl, isNumeric, isId, isStateWord } from './text-checks.js';
import { DESCRIPTION } from './field-names.js';

const TEXT_NAME =
  /^(?!prev|old|last).*(?:message|msg|output|descriptions?|details?|text|reason|cause|notes?|comment|summary|explanation)$/;
/** A longer text is appended to the description, up to this many characters. Anything longer is a document. */
const MAX_APPENDED_LENGTH = 4_000;

export interface FoundDescription {
  readonly choice: Choice | undefined;
  readonly text: string;
}

/** Finds the description of an alarm apart from the title, and appends the longest other text. */
export function findDescription(fields: readonly ScalarField[], title: Choice | undefined): FoundDescription {
  const isAcceptable = ({ text, pointer }: ScalarField): boolean =>
    pointer !== title?.field.pointer && text.length > 2 && !isUrl(text);
  const choice =
    chooseField(fields, DESCRIPTION, isAcceptable) ??
    chooseField(fields, [], (field) => isAcceptable(field) && isProse(field), TEXT_NAME);
  const first = choice?.field.text ?? '';
  const knownText = `${title?.field.text ?? ''}\n${first}`;
  const longer =
    first.length >= MAX_APPENDED_LENGTH
      ? first
      : fields
          .filter(
            (field) =>
              field.text.length <= MAX_APPENDED_LENGTH &&
              isTextField(field) &&
              isAcceptable(field) &&
              isProse(field) &&
              !knownText.includes(field.text),
          )
          .reduce((longest, { text }) => (text.length > longest.length ? text : longest), first);
  return {
    choice,
    text: longer === first || first === '' || longer.includes(first) ? longer : `${first}\n${longer}`,
  };
}

const DESCRIPTION_NAMES: ReadonlySet<string> = new Set(DESCRIPTION);
const isTextField = ({ name }: ScalarField): boolean => DESCRIPTION_NAMES.has(name) || TEXT_NAME.test(name);
const isProse = ({ text }: ScalarField): boolean =>
  /\S\s+\S/.test(text.trim()) && !isId(text) && !isNumeric(text) && !isStateWord(text);
