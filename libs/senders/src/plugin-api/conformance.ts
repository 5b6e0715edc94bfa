import { isObject, type Json } from '#shared/kernel/json.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { createSampleDelivery } from './check-sample.js';
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
import { valueAtPointer } from './validate-outcomes.js';

/** The maximum time for parsing one delivery, in milliseconds. */
export const MAX_PARSE_MS = 50;

const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000 = Date.UTC(10_000, 0);

/** Returns why an outcome is invalid by the rules for all plugins; `undefined` if it is valid. */
export function findOutcomeProblem(outcome: PluginOutcome, body: Json): string | undefined {
  if (outcome.outcome === 'ACKNOWLEDGED') return findAcknowledgementProblem(outcome.acknowledgement, body);
  if (outcome.outcome !== 'EVENT') {
    if (outcome.reason === '') return `${outcome.outcome} without a reason`;
    return valueAtPointer(body, outcome.pointer) === undefined
      ? `pointer ${outcome.pointer} leads nowhere`
      : undefined;
  }
  const { event } = outcome;
  if (typeof event.event_key !== 'string' || event.event_key === '') return 'no event_key';
  if (typeof event.title !== 'string' || event.title === '') return 'no title';
  if (!EVENT_TYPES.includes(event.event_type)) return `event_type ${event.event_type}`;
  if (!SEVERITIES.includes(event.severity ?? 'NONE')) return `severity ${event.severity}`;
  return findTimeOrPointerProblem(event, body);
}

function findAcknowledgementProblem(acknowledgement: PluginAcknowledgement, body: Json): string | undefined {
  const { event_key, acknowledged, by, comment } = acknowledgement;
  if (typeof event_key !== 'string' || event_key === '') return 'an acknowledgement without event_key';
  if (typeof acknowledged !== 'boolean') return 'an acknowledgement that says neither yes nor no';
  if ([by, comment].some((text) => text !== null && typeof text !== 'string'))
    return 'an acknowledgement whose name or comment is no text';
  return findTimeOrPointerProblem(acknowledgement, body);
}

function findTimeOrPointerProblem(
  { occurred_at, pointer }: Pick<PluginEvent, 'occurred_at' | 'pointer'>,
  body: Json,
): string | undefined {
  const at = occurred_at?.getTime();
  if (at !== undefined && !(at > YEAR_1 && at < YEAR_10000)) return 'occurred_at is no instant';
  return valueAtPointer(body, pointer) === undefined ? `pointer ${pointer} leads nowhere` : undefined;
}

/** Returns the event key of an outcome; `undefined` if the outcome is not about an alarm. */
export function eventKeyOf(outcome: PluginOutcome): string | undefined {
  if (outcome.outcome === 'EVENT') return outcome.event.event_key;
  return outcome.outcome === 'ACKNOWLEDGED' ? outcome.acknowledgement.event_key : undefined;
}

/**
 * Returns the rules that a plugin breaks, tested with its samples and with `runs` damaged copies of them. Does not compare
 * the outcomes of samples with the expected ones: `findPluginProblems` does that when a plugin is loaded.
 */
export async function findConformanceProblems(plugin: AnyPlugin, runs: number): Promise<readonly string[]> {
  const problems = new Set<string>();
  const keys = new Map<string, Set<string>>();
  for (const sample of plugin.samples) {
    const delivery = deepFreeze(createSampleDelivery(sample));
    const options = deepFreeze(sample.options ?? {});
    const outcomes = await parseChecked(plugin, delivery, options, problems);
    const repeatedOutcomes = await parseChecked(plugin, delivery, options, problems);
    if (JSON.stringify(outcomes) !== JSON.stringify(repeatedOutcomes))
      problems.add(`sample "${sample.name}": another result the second time`);
    for (const one of outcomes) {
      const key = eventKeyOf(one);
      if (sample.incident === undefined || key === undefined) continue;
      keys.set(sample.incident, (keys.get(sample.incident) ?? new Set()).add(key));
    }
  }
  for (const [incident, found] of keys)
    if (found.size > 1)
      problems.add(`incident "${incident}" has several event keys: ${[...found].join(', ')}`);
  const random = createRandom(20_261_120);
  for (let run = 0; run < runs && plugin.samples.length > 0; run += 1) {
    const sample = plugin.samples[run % plugin.samples.length];
    if (sample === undefined) break;
    const delivery = createSampleDelivery(sample);
    await parseChecked(
      plugin,
      { ...delivery, body: mutateBody(delivery.body, random) },
      sample.options ?? {},
      problems,
    );
  }
  return [...problems];
}

async function parseChecked(
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
    if (!isAsync(plugin) && performance.now() - started > MAX_PARSE_MS && isSlow(() => void parse()))
      problems.add(`takes longer than ${MAX_PARSE_MS} ms for ${describeBody(delivery)}`);
    for (const one of outcomes) {
      const problem = findOutcomeProblem(one, delivery.body);
      if (problem !== undefined) problems.add(`${problem}, for ${describeBody(delivery)}`);
    }
    return outcomes;
  } catch (error) {
    problems.add(`throws ${getErrorMessage(error)}, for ${describeBody(delivery)}`);
    return [];
  }
}

/** Repeats a slow parse up to 5 times. A garbage collection or another process may have slowed down a single run. */
export function isSlow(parse: () => void): boolean {
  for (let n = 0; n < 5; n += 1) {
    const started = performance.now();
    parse();
    if (performance.now() - started <= MAX_PARSE_MS) return false;
  }
  return true;
}

function describeBody({ body }: PluginDelivery): string {
  return (JSON.stringify(body) ?? '').slice(0, 300);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}

const ODD_VALUES: readonly Json[] = [
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
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Returns the body with one value replaced by an odd one, or removed. */
function mutateBody(body: Json, random: (limit: number) => number): Json {
  const oddValue = ODD_VALUES[random(ODD_VALUES.length)] ?? null;
  if (typeof body !== 'object' || body === null || random(8) === 0) return oddValue;
  const entries = Object.entries(body);
  const chosen = random(Math.max(entries.length, 1));
  const changed = entries.flatMap(([name, value]: [string, Json], at) => {
    if (at !== chosen) return [[name, value] as const];
    return random(4) === 0 ? [] : [[name, mutateBody(value, random)] as const];
  });
  if (Array.isArray(body)) return changed.map(([, value]) => value);
  return isObject(body) ? Object.fromEntries(changed) : oddValue;
}
