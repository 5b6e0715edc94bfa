import { isObject, type Json } from '#shared/kernel/json.js';
import { reasonOf } from '#shared/kernel/message-of.js';
import { deliveryOf } from './check-sample.js';
import { EVENT_TYPES, SEVERITIES } from './event.js';
import {
  isAsync,
  type AnyPlugin,
  type PluginAcknowledgement,
  type PluginDelivery,
  type PluginEvent,
  type PluginOptions,
  type PluginOutcome,
} from './plugin.js';
import { valueAt } from './check-outcomes.js';

/** The maximum time for parsing one delivery, in milliseconds. */
export const LONGEST_PARSE = 50;

const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000 = Date.UTC(10_000, 0);

/** Returns why an outcome is invalid by the rules for all plugins; `undefined` if it is valid. */
export function unsoundness(outcome: PluginOutcome, body: Json): string | undefined {
  if (outcome.outcome === 'ACKNOWLEDGED') return unsoundAcknowledgement(outcome.acknowledgement, body);
  if (outcome.outcome !== 'EVENT') {
    if (outcome.reason === '') return `${outcome.outcome} without a reason`;
    return valueAt(body, outcome.pointer) === undefined
      ? `pointer ${outcome.pointer} leads nowhere`
      : undefined;
  }
  const { event } = outcome;
  if (typeof event.event_key !== 'string' || event.event_key === '') return 'no event_key';
  if (typeof event.title !== 'string' || event.title === '') return 'no title';
  if (!EVENT_TYPES.includes(event.event_type)) return `event_type ${event.event_type}`;
  if (!SEVERITIES.includes(event.severity ?? 'NONE')) return `severity ${event.severity}`;
  return unsoundPlace(event, body);
}

function unsoundAcknowledgement(acknowledgement: PluginAcknowledgement, body: Json): string | undefined {
  const { event_key, acknowledged, by, comment } = acknowledgement;
  if (typeof event_key !== 'string' || event_key === '') return 'an acknowledgement without event_key';
  if (typeof acknowledged !== 'boolean') return 'an acknowledgement that says neither yes nor no';
  if ([by, comment].some((text) => text !== null && typeof text !== 'string'))
    return 'an acknowledgement whose name or comment is no text';
  return unsoundPlace(acknowledgement, body);
}

function unsoundPlace(
  { occurred_at, pointer }: Pick<PluginEvent, 'occurred_at' | 'pointer'>,
  body: Json,
): string | undefined {
  const at = occurred_at?.getTime();
  if (at !== undefined && !(at > YEAR_1 && at < YEAR_10000)) return 'occurred_at is no instant';
  return valueAt(body, pointer) === undefined ? `pointer ${pointer} leads nowhere` : undefined;
}

/** Returns the event key of an outcome; `undefined` if the outcome is not about an alarm. */
export function keyOf(outcome: PluginOutcome): string | undefined {
  if (outcome.outcome === 'EVENT') return outcome.event.event_key;
  return outcome.outcome === 'ACKNOWLEDGED' ? outcome.acknowledgement.event_key : undefined;
}

/**
 * Returns the rules that a plugin breaks, tested with its samples and with `runs` damaged copies of them. Does not compare
 * the outcomes of samples with the expected ones: `pluginProblems` does that when a plugin is loaded.
 */
export async function conformanceProblems(plugin: AnyPlugin, runs: number): Promise<readonly string[]> {
  const problems = new Set<string>();
  const keys = new Map<string, Set<string>>();
  for (const sample of plugin.samples) {
    const delivery = frozen(deliveryOf(sample));
    const options = frozen(sample.options ?? {});
    const outcomes = await parsed(plugin, delivery, options, problems);
    const again = await parsed(plugin, delivery, options, problems);
    if (JSON.stringify(outcomes) !== JSON.stringify(again))
      problems.add(`sample "${sample.name}": another result the second time`);
    for (const one of outcomes) {
      const key = keyOf(one);
      if (sample.incident === undefined || key === undefined) continue;
      keys.set(sample.incident, (keys.get(sample.incident) ?? new Set()).add(key));
    }
  }
  for (const [incident, found] of keys)
    if (found.size > 1)
      problems.add(`incident "${incident}" has several event keys: ${[...found].join(', ')}`);
  const chance = chanceOf(20_261_120);
  for (let run = 0; run < runs && plugin.samples.length > 0; run += 1) {
    const sample = plugin.samples[run % plugin.samples.length];
    if (sample === undefined) break;
    const delivery = deliveryOf(sample);
    await parsed(
      plugin,
      { ...delivery, body: mutated(delivery.body, chance) },
      sample.options ?? {},
      problems,
    );
  }
  return [...problems];
}

async function parsed(
  plugin: AnyPlugin,
  delivery: PluginDelivery,
  options: PluginOptions,
  problems: Set<string>,
): Promise<readonly PluginOutcome[]> {
  const parse = () =>
    isAsync(plugin) ? plugin.parseAsync(delivery, options) : plugin.parse(delivery, options);
  try {
    const started = performance.now();
    const outcomes = await parse();
    if (!isAsync(plugin) && performance.now() - started > LONGEST_PARSE && isSlow(() => void parse()))
      problems.add(`takes longer than ${LONGEST_PARSE} ms for ${shown(delivery)}`);
    for (const one of outcomes) {
      const problem = unsoundness(one, delivery.body);
      if (problem !== undefined) problems.add(`${problem}, for ${shown(delivery)}`);
    }
    return outcomes;
  } catch (error) {
    problems.add(`throws ${reasonOf(error)}, for ${shown(delivery)}`);
    return [];
  }
}

/** Repeats a slow parse up to 5 times. A garbage collection or another process may have slowed down a single run. */
export function isSlow(parse: () => void): boolean {
  for (let n = 0; n < 5; n += 1) {
    const started = performance.now();
    parse();
    if (performance.now() - started <= LONGEST_PARSE) return false;
  }
  return true;
}

function shown({ body }: PluginDelivery): string {
  return (JSON.stringify(body) ?? '').slice(0, 300);
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

const ODD: readonly Json[] = [
  null,
  '',
  0,
  -1,
  true,
  [],
  {},
  'x',
  [[{}]],
  1e300,
  '\u0000',
  [null],
  { toString: 1 },
];

/** A pseudo-random generator with a fixed seed, so that every run finds the same problems. */
function chanceOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns the body with one value replaced by an odd one, or removed. */
function mutated(body: Json, chance: (below: number) => number): Json {
  const odd = ODD[chance(ODD.length)] ?? null;
  if (typeof body !== 'object' || body === null || chance(8) === 0) return odd;
  const entries = Object.entries(body);
  const chosen = chance(Math.max(entries.length, 1));
  const changed = entries.flatMap(([name, value]: [string, Json], at) => {
    if (at !== chosen) return [[name, value] as const];
    return chance(4) === 0 ? [] : [[name, mutated(value, chance)] as const];
  });
  if (Array.isArray(body)) return changed.map(([, value]) => value);
  return isObject(body) ? Object.fromEntries(changed) : odd;
}
