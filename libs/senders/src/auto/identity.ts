import { hash } from 'node:crypto';
import type { Json } from '#shared/kernel/json.js';
import { computeFingerprint } from '../systems/prometheus/label-fingerprint.js';
import { parseInstant } from '../vocabulary/instant.js';
import { toLabels } from '../vocabulary/labels.js';
import { stableTitle } from '../vocabulary/subject.js';
import { chooseField, qualifiedName, type Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { isUrl, isNumeric, isId } from './text-checks.js';
import { buildRunKey } from './run-key.js';
import { joinKey } from './join-key.js';
import {
  INSTANCES,
  PROJECT,
  SEVERITY,
  RULE_KEYS,
  STATE,
  RESOURCE_KEYS,
  WATCHER,
  WATCHED_COMPONENT,
} from './field-names.js';
import type { State } from './derive-state.js';
import { problemKey } from './find-problem.js';
import { findParts } from './find-parts.js';
import { createContainerCheck, createEnvelopeCheck, isContainerId } from './envelope-id.js';
import { createCodeCheck, isCodeName } from './log-record.js';
import { isOtherWord } from './id-name.js';
import { eventSubject, findTelling, isEventWord, isWide } from './telling-fields.js';

/** The parts of an alarm that may identify it. */
export interface KeyParts {
  readonly key: Choice | undefined;
  /** The name of the alarm, or its message. */
  readonly name: Choice | undefined;
  /** The rule that raised the alarm, unless it is a policy with several conditions. */
  readonly rule: Choice | undefined;
  readonly watch: Choice | undefined;
  readonly what: Choice | undefined;
  readonly resource: Choice | undefined;
  readonly state: State;
}

/** What differs between the versions of `auto`. */
export interface IdentityRules {
  /** Returns the words of a title that are the same in every report of the alarm. */
  readonly stableTitle: (title: string) => string;
  /** The text of a rule is always part of the key as it is, even a sentence. */
  readonly keepsRules: boolean;
  /** Returns how to tell whether a field that is named like an id only says of what kind the event is, or which process reported it. */
  readonly createCodeCheck: (fields: readonly ScalarField[]) => (field: ScalarField) => boolean;
  readonly isCodeName: (name: string) => boolean;
  /** Returns what tells several alarms of a resource apart: the port, the disk, the queue. */
  readonly findParts: (fields: readonly ScalarField[]) => readonly string[];
  /** A kind of events identifies nothing without the thing that it happened to, and a run not without its project. */
  readonly tellsThingsApart: boolean;
}

export const IDENTITY: IdentityRules = {
  stableTitle,
  keepsRules: false,
  createCodeCheck: (fields) => {
    const checks = [createCodeCheck(fields), createEnvelopeCheck(fields), createContainerCheck(fields)];
    return (field) => checks.some((check) => check(field));
  },
  isCodeName,
  findParts,
  tellsThingsApart: true,
};

/** Returns an event key that is the same for firing and resolved, and differs between problems. */
export function buildEventKey(
  alarm: Readonly<Record<string, Json>>,
  fields: readonly ScalarField[],
  keyParts: KeyParts,
  rules: IdentityRules,
): string {
  return (
    buildRunKey(fields, rules) ??
    buildDeviceKey(fields, keyParts) ??
    buildIdKey(fields, keyParts, rules) ??
    buildLabelKey(alarm) ??
    buildNameKey(fields, keyParts, rules) ??
    findOtherId(fields, rules) ??
    findContainer(fields, rules) ??
    buildDigest(fields, rules)
  );
}

/** Builds the key of a Meraki alert from the device and what happened to it. Its `alertId` is another in each message. */
function buildDeviceKey(fields: readonly ScalarField[], { key, what }: KeyParts): string | undefined {
  if (key === undefined || what === undefined || qualifiedName(key.field) !== 'alertid') return undefined;
  const serial = fields.find(({ name }) => name === 'deviceserial');
  const hasAlertType = fields.some(({ name }) => name === 'alerttypeid');
  return serial && hasAlertType ? joinKey(serial.text, problemKey(what)) : undefined;
}

/**
 * Builds the key from the id in the payload. The id of a rule gets the resource appended, because several resources may
 * break the same rule. The id of a resource gets appended what happened to it.
 */
function buildIdKey(
  fields: readonly ScalarField[],
  keyParts: KeyParts,
  rules: IdentityRules,
): string | undefined {
  const { key, resource, rule, what, name } = keyParts;
  if (key === undefined) return undefined;
  const [id, kind] = [key.field.text, qualifiedName(key.field)];
  if (RULE_KEYS.has(kind) || (kind === 'eventid' && id.length <= 200 && EVENT_KIND_ID.test(id)))
    return joinKey(id, ...whereOf(fields, resource, rules));
  if (!RESOURCE_KEYS.has(kind)) return id;
  const subjectText =
    rule?.field.text ?? (isEntityState(keyParts.state) ? undefined : stableSubject(name, rules));
  return joinKey(id, what === undefined || isSentence(what) ? subjectText : problemKey(what));
}

/** Returns where the rule is broken: the resource and its parts, or else the things that are named. */
function whereOf(
  fields: readonly ScalarField[],
  resource: Choice | undefined,
  rules: IdentityRules,
): readonly (string | undefined)[] {
  const where = [resource?.field.text, ...rules.findParts(fields)];
  return rules.tellsThingsApart && where.every((one) => one === undefined)
    ? findTelling(fields, []).things
    : where;
}

/** Matches an id of a kind of events, not of a single one: `NETWORK-DEVICES-UNREACHABLE`. */
const EVENT_KIND_ID = /^(?=.*[a-z]{4,}[^a-z]+[a-z]{4,})(?!.*\d{4})[\w.-]+$/i;
/** A sentence is the text of an error, which may be another the next time. */
const isSentence = ({ field }: Choice): boolean => field.text.trim().split(/\s+/).length > 4;

/** Builds the key of an alarm with Prometheus labels from all labels, as Alertmanager does. */
function buildLabelKey(alarm: Readonly<Record<string, Json>>): string | undefined {
  const labels = toLabels(alarm['labels'] ?? null);
  return labels?.['alertname'] === undefined ? undefined : computeFingerprint(labels);
}

/** Matches a title that says nothing but that there is an alarm. */
const EMPTY_PHRASE =
  /^(?:(?:new|monitoring|system|an?|the|alerts?|alarms?|notifications?|events?|incidents?|problems?|issues?|warnings?|messages?)(?: |$))*$/i;
/** Fields with the name of a thing. As a title it does not say what is wrong. */
const ENTITY_NAME =
  /^(?:service|servicename|servicelabel|component|componentname|server|servername|app|appname|applicationname|application|organizationname|region)$/;

/** Returns whether the title does not say what happened: it is only the name of a thing, or empty phrases. */
export function isUninformative(name: Choice | undefined): boolean {
  return name === undefined || ENTITY_NAME.test(name.field.name) || EMPTY_PHRASE.test(name.field.text.trim());
}

/** Builds the key from names, for an alarm without an id. Words that differ between firing and resolved are left out. */
function buildNameKey(
  fields: readonly ScalarField[],
  keyParts: KeyParts,
  rules: IdentityRules,
): string | undefined {
  const { name, rule, watch, what, state } = keyParts;
  const resource = findKeyResource(fields, keyParts)?.field;
  const where = [resource?.text, ...rules.findParts(fields)];
  const thingKey = rules.tellsThingsApart ? buildThingKey(fields, keyParts, where) : undefined;
  if (thingKey !== undefined) return thingKey;
  if (rule !== undefined)
    return joinKey(ruleSubject(rule, rules), ...where, ...findIds(fields, where, rules));
  const problemText = what && problemKey(what);
  if (watch !== undefined && WATCHED_COMPONENT.includes(watch.field.name)) {
    const subjectOrProblem = problemText ?? (isEntityState(state) ? undefined : stableSubject(name, rules));
    return joinKey(subjectOrProblem, watch.field.text, ...where);
  }
  if (watch !== undefined) return joinKey(watch.field.text, ...findInstances(fields, keyParts), ...where);
  const subject = stableSubject(name, rules);
  if (isUninformative(name)) return joinKey(problemText, subject, ...where) || undefined;
  const ids = findIds(fields, where, rules);
  return joinKey(isMessage(name) ? (problemText ?? subject) : subject, ...where, ...ids);
}

/** Builds the key of an alarm of which only the kind of the event is known, from what it happened to. */
function buildThingKey(
  fields: readonly ScalarField[],
  { name, rule, watch, what, resource }: KeyParts,
  where: readonly (string | undefined)[],
): string | undefined {
  const subject =
    rule ?? watch ?? (name === undefined || (isMessage(name) && what !== undefined) ? what : name);
  if (subject !== undefined && !isEventWord(subject.field)) return undefined;
  const { things, texts } = findTelling(fields, [subject?.field, name?.field, resource?.field]);
  const isLocated = resource !== undefined && !isWide(resource.field);
  const parts = things.length > 0 || isLocated || subject === undefined ? things : texts;
  return parts.length === 0 ? undefined : joinKey(subject && eventSubject(subject.field), ...where, ...parts);
}

/** Returns the ids of things for an alarm that names no resource and no part of one. */
function findIds(
  fields: readonly ScalarField[],
  where: readonly (string | undefined)[],
  { tellsThingsApart }: IdentityRules,
): readonly string[] {
  return tellsThingsApart && where.every((one) => one === undefined) ? findTelling(fields, []).ids : [];
}

/** Returns the instances that distinguish the figures that one plugin of an agent (such as collectd) watches. */
function findInstances(fields: readonly ScalarField[], { watch }: KeyParts): readonly string[] {
  return watch?.field.name === 'plugin'
    ? INSTANCES.flatMap(
        (one) => fields.find(({ name, depth }) => name === one && depth === watch.field.depth)?.text ?? [],
      )
    : [];
}

/** Returns the name of the rule as it is, but a sentence (`alert: "Disk 93 % full"`) without what changes. */
function ruleSubject({ field: { name, text } }: Choice, rules: IdentityRules): string {
  return rules.keepsRules || /name|title/.test(name) || !/\s/.test(text) ? text : rules.stableTitle(text);
}

function stableSubject(name: Choice | undefined, rules: IdentityRules): string | undefined {
  return name && rules.stableTitle(name.field.text);
}

/** Returns whether the state is that of a thing (a service is `CRITICAL`) rather than of an alarm (it is firing). */
function isEntityState({ word, from }: State): boolean {
  return (
    from !== undefined &&
    /^(?:ok|okay|up|down|warn(?:ing)?|crit(?:ical)?|unknown|(?:un)?healthy|degraded|operational|o(?:n|ff)line|pass(?:ed)?|fail(?:ed|ing|ure)?|success\w*|error|normal|good|bad|red|green|yellow|true|false|yes|no|\d)$/i.test(
      word,
    )
  );
}

/** Uses any other field whose name ends like an id, except ids of the message, the account or a person. */
function findOtherId(
  fields: readonly ScalarField[],
  { isCodeName: isCodeField, createCodeCheck: createCheck, tellsThingsApart }: IdentityRules,
): string | undefined {
  const isCode = createCheck(fields);
  const isAcceptable = (field: ScalarField): boolean =>
    field.text.length <= 300 &&
    !isCodeField(field.name) &&
    !isCode(field) &&
    !(tellsThingsApart && (typeof field.value === 'boolean' || isOtherWord(field))) &&
    !/^(?:message|request|delivery|notification|webhook|trace|span|session|account|user|tenant|org|team|company|customer|sender)/.test(
      field.name,
    );
  return chooseField(fields, [], isAcceptable, /(?:id|uuid|guid|arn)$/)?.field.text;
}

/** Returns the ids of what contains the thing, if nothing else is known. */
function findContainer(
  fields: readonly ScalarField[],
  { tellsThingsApart }: IdentityRules,
): string | undefined {
  if (!tellsThingsApart) return undefined;
  const containers = fields.filter((field) => field.text.length <= 100 && isContainerId(field)).slice(0, 4);
  return joinKey(...containers.map(({ text }) => text)) || undefined;
}

/** Builds a digest of all fields, without the values that change: states, severities, times, ids and figures. */
function buildDigest(fields: readonly ScalarField[], rules: IdentityRules): string {
  const changing = new Set([...STATE, ...SEVERITY]);
  const stableParts = fields.map(({ name, text, value }) =>
    changing.has(name) || isNumeric(text) || isId(text) || parseInstant(value) !== undefined
      ? name
      : `${name}=${rules.stableTitle(text)}`,
  );
  return hash('sha256', stableParts.sort().join('\n')).slice(0, 16);
}

/** Fields with a message. A title from such a field is not a name. */
const MESSAGE_NAME =
  /(?:message|msg|text|output|description|reason|cause|content|body|info|details?|notes?)$/;
const isMessage = (name: Choice | undefined): boolean => MESSAGE_NAME.test(name?.field.name ?? '');

/** Finds the check, pipeline or service that identifies an alarm without a name. A message would change with every figure. */
export function findWatch(
  fields: readonly ScalarField[],
  name: Choice | undefined,
  resource: Choice | undefined,
): Choice | undefined {
  if (name !== undefined && !isMessage(name)) return undefined;
  const isAcceptable = ({ text, pointer }: ScalarField): boolean =>
    text.length <= 200 &&
    !isUrl(text) &&
    !isId(text) &&
    !isNumeric(text) &&
    pointer !== resource?.field.pointer;
  return (
    chooseField(fields, WATCHER, isAcceptable) ??
    (resource && chooseField(fields, WATCHED_COMPONENT, isAcceptable))
  );
}

/** Returns the resource for the key. If it is the address of a run, which differs each time, the project replaces it. */
function findKeyResource(
  fields: readonly ScalarField[],
  { name, watch, resource }: KeyParts,
): Choice | undefined {
  const run = [name, watch].some((one) => one !== undefined && WATCHER.includes(one.field.name));
  return run && resource !== undefined && isUrl(resource.field.text)
    ? chooseField(fields, PROJECT, ({ text }) => !isUrl(text))
    : resource;
}
