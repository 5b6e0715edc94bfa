import { chooseField, type Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { isUninformative } from './identity.js';
import { isUrl } from './text-checks.js';
import { RULE } from './field-names.js';
import { stateWordOf, type State } from './derive-state.js';

export interface TitleParts {
  readonly title: Choice | undefined;
  readonly rule: Choice | undefined;
  readonly what: Choice | undefined;
  readonly resource: Choice | undefined;
  readonly state: State;
}

/** Builds the title of the event: what happened, to which resource, by which rule. */
export function buildTitle(
  fields: readonly ScalarField[],
  { title, rule, what, resource, state }: TitleParts,
): string {
  const titleText =
    titleOfProblem(what?.field.pointer === state.from ? undefined : what, title, resource) ??
    titleWithResource(appendSentence(fields, title), resource);
  return prefixRule(rule, titleText) ?? fallbackTitle(resource, state);
}

/** Returns what happened and to which thing, if the title is only the name of a thing. */
function titleOfProblem(
  what: Choice | undefined,
  title: Choice | undefined,
  resource: Choice | undefined,
): string | undefined {
  if (what === undefined || !isUninformative(title)) return undefined;
  const thing = [title, resource].find(
    (one) => one !== undefined && !what.field.text.includes(one.field.text),
  );
  return thing === undefined ? what.field.text : `${what.field.text} on ${thing.field.text}`;
}

/** Appends the resource to a title that only names a service or check: `HTTP on web-1`. */
function titleWithResource(title: Choice | undefined, resource: Choice | undefined): string | undefined {
  const [titleText, resourceText] = [title?.field.text, resource?.field.text];
  return titleText === undefined ||
    resourceText === undefined ||
    !/^(?:service|check|sensor|metric)(?:name|desc|description)?$/.test(title?.field.name ?? '') ||
    titleText.includes(resourceText) ||
    resourceText.includes(titleText) ||
    isUrl(resourceText)
    ? titleText
    : `${titleText} on ${resourceText}`;
}

/** Builds a title from the resource and the word of the state, for an alarm without a title. */
function fallbackTitle(resource: Choice | undefined, state: State): string {
  const word = state.from === undefined ? undefined : stateWordOf(state);
  return (
    [resource?.field.text, word].filter((part) => part !== undefined && part !== '').join(': ') || 'Alarm'
  );
}

const RULE_NAMES = /^(?:alert|condition|policy)?(?:rule)?name$|^alertrule$/;

/** Prefixes the name of the rule to a title that does not contain it, because users know their alarms by the rule. */
function prefixRule(rule: Choice | undefined, title: string | undefined): string | undefined {
  const name = rule?.field.text;
  if (name === undefined || title === undefined || !RULE_NAMES.test(rule?.field.name ?? ''))
    return title ?? name;
  return title.includes(name) ? title : `${name}: ${title}`;
}

const SENTENCE_NAMES = [
  'message',
  'alertmessage',
  'alarmmessage',
  'summary',
  'text',
  'output',
  'description',
];

/** Appends a sentence from the payload to a title that is only the name of a rule, e.g. `service_resp_time_rule`. */
function appendSentence(fields: readonly ScalarField[], title: Choice | undefined): Choice | undefined {
  if (title === undefined || !isRuleName(title.field)) return title;
  const sentence = chooseField(fields, SENTENCE_NAMES, isSentence)?.field.text;
  return sentence === undefined || sentence.includes(title.field.text)
    ? title
    : { ...title, field: { ...title.field, text: `${title.field.text}: ${sentence}` } };
}

const isRuleName = ({ name, text }: ScalarField): boolean =>
  RULE.includes(name) && (!/\s/.test(text) || /^(?:rule|policy|condition)(?:name|title)?$/.test(name));
const isSentence = ({ text }: ScalarField): boolean =>
  text.length <= 200 && !/[\n{]/.test(text) && text.trim().split(/\s+/).length > 2;
