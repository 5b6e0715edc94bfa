import type { Json } from '#shared/kernel/json.js';
import { fingerprintOf } from '../prometheus/label-fingerprint.js';
import { labelsOf } from '../reading/labels.js';
import { subjectOf } from '../reading/subject.js';
import { choose, type Choice } from './choose.js';
import type { Fact } from './facts.js';
import { isAddress, isFigure, isId } from './is.js';
import { isOfRun } from './run-state.js';
import { BRANCH, RUN_OF, SHARED_KEYS, WATCHED_BY, WATCHED_ON } from './names.js';

/** One rule may be broken by several things at once. */
export function keyWith(key: Choice | undefined, resource: Choice | undefined): string | undefined {
  const found = key?.fact.text;
  return found === undefined || resource === undefined || !SHARED_KEYS.has(key?.fact.name ?? '')
    ? found
    : `${found}/${resource.fact.text}`;
}

/** Of an alarm that is told by its labels they are what tells it from others: all of them, as in Alertmanager. */
export function keyOfLabels(alarm: Readonly<Record<string, Json>>): string | undefined {
  const labels = labelsOf(alarm['labels'] ?? null);
  return labels?.['alertname'] === undefined ? undefined : fingerprintOf(labels);
}

/** Without an id: what the alarm is about, without the words that change between firing and resolved. */
export function keyOfNames(...choices: readonly (Choice | undefined)[]): string {
  const [title, rule, resource] = choices.map((choice) => choice?.fact.text);
  const names = [rule ?? (title === undefined ? undefined : subjectOf(title)), resource];
  return [...new Set(names.filter((name) => name !== undefined && name !== ''))].join('/') || 'alarm';
}

/** What says what it is, as opposed to what is said of it: such a title is no name. */
const MESSAGES = /(?:message|msg|text|output|description|reason|cause|content|body|info|details?)$/;

/** Without a name: the check, pipeline or service that is watched; a message would change with every figure. */
export function watchOf(
  facts: readonly Fact[],
  name: Choice | undefined,
  resource: Choice | undefined,
): Choice | undefined {
  if (name !== undefined && !MESSAGES.test(name.fact.name)) return undefined;
  const suits = ({ text, pointer }: Fact): boolean =>
    text.length <= 200 &&
    !isAddress(text) &&
    !isId(text) &&
    !isFigure(text) &&
    pointer !== resource?.fact.pointer;
  return choose(facts, WATCHED_BY, suits) ?? (resource && choose(facts, WATCHED_ON, suits));
}

/** Of a run: each has another id, so it is known by its pipeline or job, project and branch. */
export function keyOfRun(facts: readonly Fact[]): string | undefined {
  if (!isOfRun(facts)) return undefined;
  const suits = ({ text }: Fact): boolean => text.length <= 200 && !isAddress(text) && !isId(text);
  const [watch, ...where] = [WATCHED_BY, RUN_OF, BRANCH].map((list) => choose(facts, list, suits)?.fact.text);
  return watch && [...new Set([watch, ...where])].filter((name) => name !== undefined).join('/');
}

/** The address of a run is another with each run: the runs of a pipeline belong to its project. */
export function placeOf(
  facts: readonly Fact[],
  name: Choice | undefined,
  watch: Choice | undefined,
  resource: Choice | undefined,
): Choice | undefined {
  const run = [name, watch].some((one) => one !== undefined && WATCHED_BY.includes(one.fact.name));
  return run && resource !== undefined && isAddress(resource.fact.text)
    ? choose(facts, RUN_OF, ({ text }) => !isAddress(text))
    : resource;
}
