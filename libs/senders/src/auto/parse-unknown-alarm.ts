import { isObject, type Json } from '#shared/kernel/json.js';
import type { PluginDelivery, PluginEvent, PluginOutcome } from '../plugin-api/plugin.js';
import { chooseField, type Choice } from './choose-field.js';
import { findSeverity, deriveSeverity } from './find-severity.js';
import { findDescription } from './find-description.js';
import { collectFields, type ScalarField } from './collect-fields.js';
import type { UnknownAlarm } from './find-unknown-alarms.js';
import { buildTitle } from './build-title.js';
import { NO_OWN_FIELDS, readOwnFields } from './own-fields.js';
import {
  chooseState,
  describeOwnSources,
  findOwnTitle,
  withoutAdditionalInfo,
  withOwnFields,
} from './with-own-fields.js';
import { buildEventKey, findWatch, IDENTITY, type IdentityRules, type KeyParts } from './identity.js';
import { IDENTITY_V1_0 } from './identity-v1-0.js';
import { isUrl, isNumeric, isId, isEventKind, isStateWord } from './text-checks.js';
import { ACCOUNT, IMAGE, KEY, RULE } from './field-names.js';
import { inheritState, deriveState, stateWordOf } from './derive-state.js';
import { findLabels } from './find-labels.js';
import { findLink0_2, findLinks } from './find-links.js';
import { findResource } from './find-resource.js';
import { parseAcknowledged, buildAcknowledgement } from './acknowledgement.js';
import { describeTime, findResolvedTime, findTime } from './find-time.js';
import { findAnyTitle, findTitle } from './find-title.js';
import { findProblem } from './find-problem.js';
import { isNameOfState } from './field-kind.js';
import { RUNS, RUNS_V1_0 } from './run-state.js';
import { hasIdentity } from './has-identity.js';

/** Returns whether a fact may be the key. A `token` at the top level is a secret, but in a nested object it is an identifier. */
const canBeKey = ({ name, parent, depth, text }: ScalarField): boolean =>
  text.length <= 300 &&
  !(name === 'token' && depth === 0) &&
  // `id: 0` belongs to something that is not stored yet.
  !(name === 'id' && (text === '0' || PERSON_PARENT.test(parent))) &&
  (name !== 'number' || /^[A-Z]{2,10}[-_ ]?\d+$/.test(text));
const PERSON_PARENT = /^(?:actor|user|author|creator|sender|assignee)$/;
const KEY_SUFFIX =
  /(?:alert|alarm|incident|problem|issue|ticket|case|monitor|check|sensor|probe|outage|fault)(?:id|key|uuid|number|hash|guid|ref)$/;

const canBeRule = ({ name, text }: ScalarField): boolean =>
  !isUrl(text) &&
  !isId(text) &&
  !isNumeric(text) &&
  !isEventKind(text) &&
  !(name === 'trigger' && /^[A-Z]+(?:_[A-Z]+)+$/.test(text)) &&
  !(/^(?:alert|alarm|trigger|check|sensor|probe)$/.test(name) && isStateWord(text));
/** Ids of a rule, used if the rule has no name. */
const RULE_IDS = ['ruleid', 'alertruleid', 'ruleuid', 'conditionid', 'eventdefinitionid', 'policyid'];

/** Returns a top-level `name` beside the id of a rule, if it is not the title of the alarm. */
function findRuleName(fields: readonly ScalarField[], title: Choice | undefined): Choice | undefined {
  if (!fields.some(({ name, depth }) => depth === 0 && RULE_IDS.includes(name))) return undefined;
  const fact = fields.find((one) => one.name === 'name' && one.depth === 0 && one !== title?.field);
  return fact && { field: fact, confidence: 0.5 };
}

/** Returns the rule or figure that was violated as the title of an alarm that has no other. */
function findWatchedTitle(fields: readonly ScalarField[]): ReturnType<typeof findTitle> | undefined {
  const title = chooseField(fields, WATCHED, ({ text }) => /\p{L}{2}/u.test(text) && !isId(text));
  return title && { title, name: title };
}
const WATCHED = ['policy', 'condition', 'indicator', 'kpi', 'metric', 'metricname', 'query'];

/** Parses an alarm of an unknown sender by the field names that monitoring tools share. */
export function parseUnknownAlarm(
  { value, pointer, around, own = [] }: UnknownAlarm,
  delivery: PluginDelivery,
): PluginOutcome {
  const alarm = typeof value === 'string' && value.trim() !== '' ? { title: value } : value;
  if (!isObject(alarm)) return { outcome: 'ERROR', pointer, reason: 'expected an object for each alarm' };
  const fields = own.length === 0 ? collectFields(alarm) : [...collectFields(alarm), ...own];
  const ownFields = delivery.words === '0.2' ? NO_OWN_FIELDS : readOwnFields(alarm);
  const ownTitle = findOwnTitle(ownFields, fields);
  const foundTitle = ownTitle === undefined ? findTitle(fields) : { title: ownTitle, name: ownTitle };
  const identity = delivery.words === '0.2' ? IDENTITY_V1_0 : IDENTITY;
  const runs = delivery.words === '0.2' ? RUNS_V1_0 : RUNS;
  const key = chooseKey(fields, identity);
  const stateFields = withoutAdditionalInfo(ownFields, fields);
  const derived = inheritState(
    deriveState(stateFields, foundTitle.title?.field.text, delivery.received_at, runs),
    around.state,
  );
  const state = chooseState(ownFields, derived);
  const statedProblem = findProblem(fields, key);
  const { title, name } =
    foundTitle.title === undefined &&
    statedProblem === undefined &&
    state.from === undefined &&
    state.ended === undefined
      ? (findWatchedTitle(fields) ?? findAnyTitle(fields))
      : foundTitle;
  if (state.type === 'CONTROL') {
    return { outcome: 'IGNORED', pointer, reason: `${state.word}: a control or test message` };
  }
  if (title === undefined && statedProblem === undefined && state.from === undefined) {
    return {
      outcome: 'ERROR',
      pointer,
      reason: 'found nothing that looks like an alarm: no title, no state',
    };
  }
  if (!hasIdentity(fields, title) && !around.isTelling)
    return { outcome: 'ERROR', pointer, reason: 'found a state, but nothing that says of what' };
  const isAcknowledged = state.type === 'NEITHER' ? parseAcknowledged(state.word) : undefined;
  if (state.type === 'NEITHER' && isAcknowledged === undefined) {
    return { outcome: 'IGNORED', pointer, reason: `${state.word}: neither firing nor resolved` };
  }
  const resource = findResource(fields, around.resource, title);
  const what = findProblem(fields, key, resource);
  const rule = chooseField(fields, RULE, canBeRule);
  const partsWith = (keyName: Choice | undefined): KeyParts => {
    // A policy has several conditions, so it does not identify the alarm if there is a name.
    const keyRule = /polic/.test(rule?.field.name ?? '') && keyName !== undefined ? undefined : rule;
    const watch = findWatch(fields, keyName, resource);
    return { key, name: keyName, rule: keyRule, watch, what, resource, state };
  };
  const parts0_2 = partsWith(name);
  const namesState = identity.tellsThingsApart && name !== undefined && isNameOfState(name.field);
  const keyParts = namesState ? partsWith(undefined) : parts0_2;
  const event_key = ownFields.event_key ?? buildEventKey(alarm, fields, keyParts, identity);
  if (state.type === 'NEITHER')
    return buildAcknowledgement(fields, event_key, isAcknowledged === true, pointer);
  const severity = findSeverity(fields) ?? around.severity;
  const endedAt =
    state.type === 'RECOVERY' ? (state.ended ?? findResolvedTime(fields, delivery.received_at)) : undefined;
  const time = findTime(fields, delivery.received_at, delivery.words) ?? around.time;
  const description = findDescription(fields, title);
  const account = chooseField(fields, ACCOUNT) ?? around.account;
  const image = chooseField(fields, IMAGE, ({ text }) => isUrl(text));
  const link0_2 = delivery.words === '0.2' ? findLink0_2(fields) : undefined;
  const choices = {
    title,
    event_key: key,
    event_type: state,
    severity,
    description: description.choice,
    resource,
    rule,
    account,
    occurred_at: time,
    ...describeOwnSources(ownFields),
  };
  const ruleChoice =
    rule ??
    findRuleName(fields, title) ??
    (what && what.field.text.length <= 80 ? what : undefined) ??
    parts0_2.watch ??
    chooseField(fields, RULE_IDS, canBeRule);
  const event: PluginEvent = {
    event_key,
    ...(state.type === 'RECOVERY' && findPreviousKey(alarm, fields, parts0_2, event_key)),
    event_type: state.type,
    // A recovery does not need to repeat the title.
    title:
      title === undefined && state.type === 'RECOVERY' && ownFields.event_key !== undefined
        ? ownFields.event_key
        : buildTitle(fields, { title, rule, what, resource, state }),
    description: description.text,
    severity: deriveSeverity(severity, derived),
    ...(severity !== undefined && severity.severity === undefined && { severity_word: severity.field.text }),
    state: state.from === undefined ? undefined : stateWordOf(state),
    rule: ruleChoice?.field.text ?? null,
    resource:
      resource === undefined
        ? {}
        : {
            resource_id: resource.field.text,
            resource_type: resource.field.name,
            name: resource.field.text,
          },
    account: account?.field.text ?? null,
    image_url: image?.field.text ?? null,
    ...describeTime(state.type, time, endedAt),
    labels: findLabels(alarm, fields, around.labels, [title?.field, rule?.field]),
    links: findLinks(fields, around.links, resource?.field.text),
    additional_info: {
      ...(link0_2 !== undefined && { link: link0_2 }),
      auto: {
        recognised: null,
        user_agent: delivery.headers['user-agent'] ?? null,
        took: describeSources(choices),
      },
    },
    raw_data: value,
    pointer,
  };
  return { outcome: 'EVENT', event: withOwnFields(event, ownFields, resource) };
}

function chooseKey(fields: readonly ScalarField[], rules: IdentityRules): Choice | undefined {
  const isCode = rules.createCodeCheck(fields);
  return chooseField(fields, KEY, (field) => canBeKey(field) && !isCode(field), KEY_SUFFIX);
}

/** Returns the key by which version 1.0.0 opened the alert, if it is another one. */
function findPreviousKey(
  value: Readonly<Record<string, Json>>,
  fields: readonly ScalarField[],
  keyParts: KeyParts,
  event_key: string,
): { readonly previous_event_key?: string } {
  const key = chooseKey(fields, IDENTITY_V1_0);
  const what = findProblem(fields, key, keyParts.resource);
  const previous_event_key = buildEventKey(value, fields, { ...keyParts, key, what }, IDENTITY_V1_0);
  return previous_event_key === event_key ? {} : { previous_event_key };
}

/** Returns for each field of the event the pointer of its source, and the confidence from 0 to 1. */
function describeSources(
  choices: Readonly<
    Record<string, { readonly from?: string | undefined; readonly confidence: number } | Choice | undefined>
  >,
): Json {
  return Object.fromEntries(
    Object.entries(choices).flatMap(([field, choice]) => {
      if (choice === undefined) return [];
      const from = 'field' in choice ? choice.field.pointer : choice.from;
      return [[field, { from: from ?? null, sure: Math.round(choice.confidence * 100) / 100 }]];
    }),
  );
}
