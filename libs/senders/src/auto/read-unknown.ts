import { isObject, type Json } from '#shared/kernel/json.js';
import type { PluginDelivery, PluginOutcome } from '../plugin-api/plugin.js';
import { choose, type Choice } from './choose.js';
import { degreeAmong, severityIn } from './degree.js';
import { descriptionIn } from './description.js';
import { factsOf, type Fact } from './facts.js';
import type { FoundUnknown } from './find-unknown.js';
import { headlineOf } from './headline.js';
import { keyOf, watchOf } from './identity.js';
import { isAddress, isFigure, isId, isKind, isState } from './is.js';
import { ACCOUNT, IMAGE, KEY, LINK, RULE } from './names.js';
import { stateAround, stateOf, wordOf } from './read-state.js';
import { resourceIn } from './resource-of.js';
import { isTaken, takenOutcome } from './taken.js';
import { endOf, timeOf } from './time-of.js';
import { anyTitleIn, titleIn } from './title.js';
import { whatHappened } from './what-happened.js';

/** Returns whether a fact may be the key. A `token` at the top level is a secret, but in a nested object it is an identifier. */
const isKey = ({ name, parent, depth, text }: Fact): boolean =>
  text.length <= 300 &&
  !(name === 'token' && depth === 0) &&
  // `id: 0` belongs to something that is not stored yet.
  !(name === 'id' && (text === '0' || SOMEBODY.test(parent))) &&
  (name !== 'number' || /^[A-Z]{2,10}[-_ ]?\d+$/.test(text));
const SOMEBODY = /^(?:actor|user|author|creator|sender|assignee)$/;
const SOME_KEY =
  /(?:alert|alarm|incident|problem|issue|ticket|case|monitor|check|sensor|probe|outage|fault)(?:id|key|uuid|number|hash|guid|ref)$/;

const isRule = ({ name, text }: Fact): boolean =>
  !isAddress(text) &&
  !isId(text) &&
  !isFigure(text) &&
  !isKind(text) &&
  !(name === 'trigger' && /^[A-Z]+(?:_[A-Z]+)+$/.test(text)) &&
  !(/^(?:alert|alarm|trigger|check|sensor|probe)$/.test(name) && isState(text));
/** Ids of a rule, used if the rule has no name. */
const RULE_IDS = ['ruleid', 'alertruleid', 'ruleuid', 'conditionid', 'eventdefinitionid', 'policyid'];

/** Returns a top-level `name` beside the id of a rule, if it is not the title of the alarm. */
function nameOfRule(facts: readonly Fact[], title: Choice | undefined): Choice | undefined {
  if (!facts.some(({ name, depth }) => depth === 0 && RULE_IDS.includes(name))) return undefined;
  const fact = facts.find((one) => one.name === 'name' && one.depth === 0 && one !== title?.fact);
  return fact && { fact, sure: 0.5 };
}

/** Parses an alarm of an unknown sender by the field names that monitoring tools share. */
export function readUnknown(
  { value, pointer, around }: FoundUnknown,
  delivery: PluginDelivery,
): PluginOutcome {
  if (!isObject(value)) return { outcome: 'ERROR', pointer, reason: 'expected an object for each alarm' };
  const facts = factsOf(value);
  const told = titleIn(facts);
  const key = choose(facts, KEY, isKey, SOME_KEY);
  const state = stateAround(stateOf(facts, told.title?.fact.text, delivery.received_at), around);
  const happened = whatHappened(facts, key);
  const { title, name } =
    told.title === undefined &&
    happened === undefined &&
    state.from === undefined &&
    state.ended === undefined
      ? anyTitleIn(facts)
      : told;
  if (state.type === 'CONTROL') {
    return { outcome: 'IGNORED', pointer, reason: `${state.said}: a control or test message` };
  }
  if (title === undefined && happened === undefined && state.from === undefined) {
    return {
      outcome: 'ERROR',
      pointer,
      reason: 'found nothing that looks like an alarm: no title, no state',
    };
  }
  const taken = state.type === 'NEITHER' ? isTaken(state.said) : undefined;
  if (state.type === 'NEITHER' && taken === undefined) {
    return { outcome: 'IGNORED', pointer, reason: `${state.said}: neither firing nor resolved` };
  }
  const resource = resourceIn(facts, around, title);
  const what = whatHappened(facts, key, resource);
  const rule = choose(facts, RULE, isRule);
  const watch = watchOf(facts, name, resource);
  // A policy has several conditions, so it does not identify the alarm if there is a name.
  const exact = /polic/.test(rule?.fact.name ?? '') && name !== undefined ? undefined : rule;
  const event_key = keyOf(value, facts, { key, name, rule: exact, watch, what, resource, state });
  if (state.type === 'NEITHER') return takenOutcome(facts, event_key, taken === true, pointer);
  const severity = degreeAmong(facts) ?? degreeAmong(around);
  const ended = state.type === 'RECOVERY' ? (state.ended ?? endOf(facts, delivery.received_at)) : undefined;
  const time = timeOf(facts, delivery.received_at) ?? timeOf(around, delivery.received_at);
  const description = descriptionIn(facts, title);
  const account = choose(facts, ACCOUNT) ?? choose(around, ACCOUNT);
  const image = choose(facts, IMAGE, ({ text }) => isAddress(text));
  const link = choose(facts, LINK, ({ text }) => isAddress(text));
  const chosen = {
    title,
    event_key: key,
    event_type: state,
    severity,
    description: description.choice,
    resource,
    rule,
    account,
    occurred_at: time,
  };
  const known =
    rule ??
    nameOfRule(facts, title) ??
    (what && what.fact.text.length <= 80 ? what : undefined) ??
    watch ??
    choose(facts, RULE_IDS, isRule);
  return {
    outcome: 'EVENT',
    event: {
      event_key,
      event_type: state.type,
      title: headlineOf(facts, { title, rule, what, resource, state }),
      description: description.text,
      severity: severityIn(severity, state),
      state: state.from === undefined ? undefined : wordOf(state),
      rule: known?.fact.text ?? null,
      resource:
        resource === undefined
          ? {}
          : { resource_id: resource.fact.text, resource_type: resource.fact.name, name: resource.fact.text },
      account: account?.fact.text ?? null,
      image_url: image?.fact.text ?? null,
      occurred_at: ended ?? time?.at ?? null,
      ...(state.type === 'RECOVERY' &&
        ended === undefined &&
        time?.ofStart === true && { occurred_at_is: 'start' }),
      additional_info: {
        ...(link === undefined ? {} : { link: link.fact.text }),
        auto: { recognised: null, user_agent: delivery.headers['user-agent'] ?? null, took: tookOf(chosen) },
      },
      raw_data: value,
      pointer,
    },
  };
}

/** Returns for each field of the event the pointer of its source, and the confidence from 0 to 1. */
function tookOf(
  chosen: Readonly<
    Record<string, { readonly from?: string | undefined; readonly sure: number } | Choice | undefined>
  >,
): Json {
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([field, choice]) => {
      if (choice === undefined) return [];
      const from = 'fact' in choice ? choice.fact.pointer : choice.from;
      return [[field, { from: from ?? null, sure: Math.round(choice.sure * 100) / 100 }]];
    }),
  );
}
