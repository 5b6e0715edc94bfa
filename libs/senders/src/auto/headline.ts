import { choose, type Choice } from './choose.js';
import type { Fact } from './facts.js';
import { isOnlyThing } from './identity.js';
import { isAddress } from './is.js';
import { RULE } from './names.js';
import { wordOf, type State } from './read-state.js';

export interface Parts {
  readonly title: Choice | undefined;
  readonly rule: Choice | undefined;
  readonly what: Choice | undefined;
  readonly resource: Choice | undefined;
  readonly state: State;
}

/** Builds the title of the event: what happened, to which resource, by which rule. */
export function headlineOf(facts: readonly Fact[], { title, rule, what, resource, state }: Parts): string {
  const said =
    titleSaying(what?.fact.pointer === state.from ? undefined : what, title, resource) ??
    titleOn(withSentence(facts, title), resource);
  return titleWith(rule, said) ?? titleOf(resource, state);
}

/** Returns what happened and to which thing, if the title is only the name of a thing. */
function titleSaying(
  what: Choice | undefined,
  title: Choice | undefined,
  resource: Choice | undefined,
): string | undefined {
  if (what === undefined || !isOnlyThing(title)) return undefined;
  const thing = [title, resource].find((one) => one !== undefined && !what.fact.text.includes(one.fact.text));
  return thing === undefined ? what.fact.text : `${what.fact.text} on ${thing.fact.text}`;
}

/** Appends the resource to a title that only names a service or check: `HTTP on web-1`. */
function titleOn(title: Choice | undefined, resource: Choice | undefined): string | undefined {
  const [said, on] = [title?.fact.text, resource?.fact.text];
  return said === undefined ||
    on === undefined ||
    !/^(?:service|check|sensor|metric)(?:name|desc|description)?$/.test(title?.fact.name ?? '') ||
    said.includes(on) ||
    on.includes(said) ||
    isAddress(on)
    ? said
    : `${said} on ${on}`;
}

/** Builds a title from the resource and the word of the state, for an alarm without a title. */
function titleOf(resource: Choice | undefined, state: State): string {
  const word = state.from === undefined ? undefined : wordOf(state);
  return (
    [resource?.fact.text, word].filter((part) => part !== undefined && part !== '').join(': ') || 'Alarm'
  );
}

const RULE_NAMES = /^(?:alert|condition|policy)?(?:rule)?name$|^alertrule$/;

/** Prefixes the name of the rule to a title that does not contain it, because users know their alarms by the rule. */
function titleWith(rule: Choice | undefined, title: string | undefined): string | undefined {
  const name = rule?.fact.text;
  if (name === undefined || title === undefined || !RULE_NAMES.test(rule?.fact.name ?? ''))
    return title ?? name;
  return title.includes(name) ? title : `${name}: ${title}`;
}

const SENTENCES = ['message', 'alertmessage', 'alarmmessage', 'summary', 'text', 'output', 'description'];

/** Appends a sentence from the payload to a title that is only the name of a rule, e.g. `service_resp_time_rule`. */
function withSentence(facts: readonly Fact[], title: Choice | undefined): Choice | undefined {
  if (title === undefined || !isNameOfRule(title.fact)) return title;
  const sentence = choose(facts, SENTENCES, isSentence)?.fact.text;
  return sentence === undefined || sentence.includes(title.fact.text)
    ? title
    : { ...title, fact: { ...title.fact, text: `${title.fact.text}: ${sentence}` } };
}

const isNameOfRule = ({ name, text }: Fact): boolean =>
  RULE.includes(name) && (!/\s/.test(text) || /^(?:rule|policy|condition)(?:name|title)?$/.test(name));
const isSentence = ({ text }: Fact): boolean =>
  text.length <= 200 && !/[\n{]/.test(text) && text.trim().split(/\s+/).length > 2;
