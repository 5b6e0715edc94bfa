import { hash } from 'node:crypto';
import type { Json } from '#shared/kernel/json.js';
import { fingerprintOf } from '../systems/prometheus/label-fingerprint.js';
import { instantOf } from '../vocabulary/instant.js';
import { labelsOf } from '../vocabulary/labels.js';
import { subjectOf } from '../vocabulary/subject.js';
import { choose, fullName, type Choice } from './choose.js';
import type { Fact } from './facts.js';
import { isAddress, isFigure, isId } from './is.js';
import { isOfRun } from './run-state.js';
import {
  BRANCH,
  INSTANCES,
  RUN_OF,
  SEVERITY,
  SHARED_KEYS,
  STATE,
  THING_KEYS,
  WATCHED_BY,
  WATCHED_ON,
} from './names.js';
import type { State } from './read-state.js';
import { keyOfWhat } from './what-happened.js';

/** The parts of an alarm that may identify it. */
export interface Traits {
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

/** Returns an event key that is the same for firing and resolved, and differs between problems. */
export function keyOf(alarm: Readonly<Record<string, Json>>, facts: readonly Fact[], traits: Traits): string {
  return (
    keyOfRun(facts) ??
    keyOfDevice(facts, traits) ??
    keyWith(traits) ??
    keyOfLabels(alarm) ??
    keyOfNames(traits, placeOf(facts, traits), instancesOf(facts, traits)) ??
    keyOfSomeId(facts) ??
    digestOf(facts)
  );
}

/** Builds the key of a Meraki alert from the device and what happened to it. Its `alertId` is another in each message. */
function keyOfDevice(facts: readonly Fact[], { key, what }: Traits): string | undefined {
  if (key === undefined || what === undefined || fullName(key.fact) !== 'alertid') return undefined;
  const serial = facts.find(({ name }) => name === 'deviceserial');
  const numbered = facts.some(({ name }) => name === 'alerttypeid');
  return serial && numbered ? joinedKey(serial.text, keyOfWhat(what)) : undefined;
}

/**
 * Builds the key from the id in the payload. The id of a rule gets the resource appended, because several resources may
 * break the same rule. The id of a resource gets appended what happened to it.
 */
function keyWith(traits: Traits): string | undefined {
  const { key, resource, rule, what, name } = traits;
  if (key === undefined) return undefined;
  const [own, kind] = [key.fact.text, fullName(key.fact)];
  if (SHARED_KEYS.has(kind) || (kind === 'eventid' && own.length <= 200 && KIND_OF_EVENT.test(own)))
    return joinedKey(own, resource?.fact.text);
  if (!THING_KEYS.has(kind)) return own;
  const told = rule?.fact.text ?? (isOfThing(traits.state) ? undefined : subject(name));
  return joinedKey(own, what === undefined || isSentence(what) ? told : keyOfWhat(what));
}

/** Matches an id of a kind of events, not of a single one: `NETWORK-DEVICES-UNREACHABLE`. */
const KIND_OF_EVENT = /^(?=.*[a-z]{4,}[^a-z]+[a-z]{4,})(?!.*\d{4})[\w.-]+$/i;
/** A sentence is the text of an error, which may be another the next time. */
const isSentence = ({ fact }: Choice): boolean => fact.text.trim().split(/\s+/).length > 4;

/** Builds the key of an alarm with Prometheus labels from all labels, as Alertmanager does. */
function keyOfLabels(alarm: Readonly<Record<string, Json>>): string | undefined {
  const labels = labelsOf(alarm['labels'] ?? null);
  return labels?.['alertname'] === undefined ? undefined : fingerprintOf(labels);
}

/** Matches a title that says nothing but that there is an alarm. */
const SAYS_NOTHING =
  /^(?:(?:new|monitoring|system|an?|the|alerts?|alarms?|notifications?|events?|incidents?|problems?|issues?|warnings?|messages?)(?: |$))*$/i;
/** Fields with the name of a thing. As a title it does not say what is wrong. */
const OF_THINGS =
  /^(?:service|servicename|servicelabel|component|componentname|server|servername|app|appname|applicationname|application|organizationname|region)$/;

/** Returns whether the title does not say what happened: it is only the name of a thing, or empty phrases. */
export function isOnlyThing(name: Choice | undefined): boolean {
  return name === undefined || OF_THINGS.test(name.fact.name) || SAYS_NOTHING.test(name.fact.text.trim());
}

/** Builds the key from names, for an alarm without an id. Words that differ between firing and resolved are left out. */
function keyOfNames(
  { name, rule, watch, what, state }: Traits,
  place: Choice | undefined,
  instances: readonly string[],
): string | undefined {
  const where = place?.fact.text;
  if (rule !== undefined) return joinedKey(rule.fact.text, where);
  const happened = what && keyOfWhat(what);
  if (watch !== undefined && WATCHED_ON.includes(watch.fact.name)) {
    const said = happened ?? (isOfThing(state) ? undefined : subject(name));
    return joinedKey(said, watch.fact.text, where);
  }
  if (watch !== undefined) return joinedKey(watch.fact.text, ...instances, where);
  if (isOnlyThing(name)) return joinedKey(happened, subject(name), where) || undefined;
  return joinedKey(isMessage(name) ? (happened ?? subject(name)) : subject(name), where);
}

/** Returns the instances that distinguish the figures that one plugin of an agent (such as collectd) watches. */
function instancesOf(facts: readonly Fact[], { watch }: Traits): readonly string[] {
  return watch?.fact.name === 'plugin'
    ? INSTANCES.flatMap(
        (one) => facts.find(({ name, depth }) => name === one && depth === watch.fact.depth)?.text ?? [],
      )
    : [];
}

function subject(name: Choice | undefined): string | undefined {
  return name && subjectOf(name.fact.text);
}

function joinedKey(...parts: readonly (string | undefined)[]): string {
  return [...new Set(parts.filter((part) => part !== undefined && part !== ''))].join('/');
}

/** Returns whether the state is that of a thing (a service is `CRITICAL`) rather than of an alarm (it is firing). */
function isOfThing({ said, from }: State): boolean {
  return (
    from !== undefined &&
    /^(?:ok|okay|up|down|warn(?:ing)?|crit(?:ical)?|unknown|(?:un)?healthy|degraded|operational|o(?:n|ff)line|pass(?:ed)?|fail(?:ed|ing|ure)?|success\w*|error|normal|good|bad|red|green|yellow|true|false|yes|no|\d)$/i.test(
      said,
    )
  );
}

/** Uses any other field whose name ends like an id, except ids of the message, the account or a person. */
function keyOfSomeId(facts: readonly Fact[]): string | undefined {
  const suits = ({ name, text }: Fact): boolean =>
    text.length <= 300 &&
    !/^(?:message|request|delivery|notification|webhook|trace|span|session|account|user|tenant|org|team|company|customer|sender)/.test(
      name,
    );
  return choose(facts, [], suits, /(?:id|uuid|guid|arn)$/)?.fact.text;
}

/** Builds a digest of all fields, without the values that change: states, severities, times, ids and figures. */
function digestOf(facts: readonly Fact[]): string {
  const changing = new Set([...STATE, ...SEVERITY]);
  const lasting = facts.map(({ name, text, value }) =>
    changing.has(name) || isFigure(text) || isId(text) || instantOf(value) !== undefined
      ? name
      : `${name}=${subjectOf(text)}`,
  );
  return hash('sha256', lasting.sort().join('\n')).slice(0, 16);
}

/** Fields with a message. A title from such a field is not a name. */
const MESSAGES = /(?:message|msg|text|output|description|reason|cause|content|body|info|details?|notes?)$/;
const isMessage = (name: Choice | undefined): boolean => MESSAGES.test(name?.fact.name ?? '');

/** Finds the check, pipeline or service that identifies an alarm without a name. A message would change with every figure. */
export function watchOf(
  facts: readonly Fact[],
  name: Choice | undefined,
  resource: Choice | undefined,
): Choice | undefined {
  if (name !== undefined && !isMessage(name)) return undefined;
  const suits = ({ text, pointer }: Fact): boolean =>
    text.length <= 200 &&
    !isAddress(text) &&
    !isId(text) &&
    !isFigure(text) &&
    pointer !== resource?.fact.pointer;
  return choose(facts, WATCHED_BY, suits) ?? (resource && choose(facts, WATCHED_ON, suits));
}

/** Builds the key of a build or deployment from pipeline or job, project and branch, because each run has another id. */
function keyOfRun(facts: readonly Fact[]): string | undefined {
  if (!isOfRun(facts)) return undefined;
  const suits = ({ text }: Fact): boolean => text.length <= 200 && !isAddress(text) && !isId(text);
  const [watch, ...where] = [WATCHED_BY, RUN_OF, BRANCH].map((list) => choose(facts, list, suits)?.fact.text);
  return watch && joinedKey(watch, ...where);
}

/** Returns the resource for the key. If it is the address of a run, which differs each time, the project replaces it. */
function placeOf(facts: readonly Fact[], { name, watch, resource }: Traits): Choice | undefined {
  const run = [name, watch].some((one) => one !== undefined && WATCHED_BY.includes(one.fact.name));
  return run && resource !== undefined && isAddress(resource.fact.text)
    ? choose(facts, RUN_OF, ({ text }) => !isAddress(text))
    : resource;
}
