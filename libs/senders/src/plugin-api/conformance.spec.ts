import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, type Json } from '#shared/kernel/json.js';
import { scaled } from '#test/scale.js';
import { checkSample, createSampleDelivery } from './check-sample.js';
import type { Plugin, PluginOutcome } from './plugin.js';
import { parseDeliveryBody } from '../body/parse-delivery-body.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { findOptionErrors } from './check-options.js';
import { isSlow, eventKeyOf, MAX_PARSE_MS, findOutcomeProblem } from './conformance.js';
import { PluginRegistry } from '../registry.js';

/** The number of mutated payloads for all plugins together. Each plugin gets an equal share. */
const MUTATED_RUNS = scaled(15_000);
const RUNS_PER_PLUGIN = Math.ceil(MUTATED_RUNS / BUILT_IN_PLUGINS.length);
/** The number of junk payloads per plugin, and that of truncated ones: a fifth of the mutated ones each. */
const JUNK_RUNS = Math.ceil(RUNS_PER_PLUGIN / 5);
let mutatedRuns = 0;

/** Senders that never say when an alarm is over. */
const NEVER_RESOLVED: ReadonlySet<string> = new Set(['canary', 'crowdsec', 'falco', 'graylog', 'wazuh']);

const plugins = BUILT_IN_PLUGINS.map((plugin) => [`${plugin.plugin_id} ${plugin.version}`, plugin] as const);

it('the built-in plugins can be registered together', () => {
  expect(() => new PluginRegistry(BUILT_IN_PLUGINS)).not.toThrow();
});

describe.each(plugins)('plugin %s', (_label, plugin) => {
  const outcomesOf = (sample: Plugin['samples'][number]): readonly PluginOutcome[] =>
    plugin.parse(createSampleDelivery(sample), {});
  const all = plugin.samples.flatMap(outcomesOf);

  it.each(plugin.samples.map((sample) => [sample.name, sample] as const))(
    'parses the sample as expected: %s',
    async (_name, sample) => expect(await checkSample(plugin, sample)).toBeUndefined(),
  );

  it('has a guide, a schema of its options, and samples of firing and resolved', () => {
    expect(plugin.docs).toMatch(/^# \S/);
    expect(plugin.docs.length).toBeGreaterThan(300);
    expect(plugin.optionsSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(() => findOptionErrors(plugin, {})).not.toThrow();
    const types = new Set(all.map((one) => (one.outcome === 'EVENT' ? one.event.event_type : one.outcome)));
    expect(types).toContain('ALERT');
    expect(types.has('RECOVERY')).toBe(!NEVER_RESOLVED.has(plugin.plugin_id));
  });

  it('gives samples of one incident the same event key, and other incidents other keys', () => {
    const keys = new Map<string, Set<string>>();
    for (const sample of plugin.samples) {
      if (sample.incident === undefined) continue;
      const found = outcomesOf(sample).flatMap((one) => eventKeyOf(one) ?? []);
      keys.set(sample.incident, new Set([...(keys.get(sample.incident) ?? []), ...found]));
    }
    expect(keys.size).toBeGreaterThan(0);
    for (const [incident, found] of keys) expect([incident, found.size]).toEqual([incident, 1]);
    expect(new Set([...keys.values()].flatMap((found) => [...found])).size).toBe(keys.size);
  });

  it('is deterministic and does not modify its input', () => {
    for (const sample of plugin.samples) {
      const frozen = deepFreeze(createSampleDelivery(sample));
      const first = plugin.parse(frozen, Object.freeze({}));
      expect(plugin.parse(frozen, Object.freeze({}))).toEqual(first);
      for (const outcome of first) expectValid(outcome, frozen.body);
    }
  });

  it('does not throw on junk, truncated or mutated payloads', () => {
    const samples = plugin.samples.map(createSampleDelivery);
    const bodies = samples.map(({ body }) => body);
    const [delivery] = samples;
    if (delivery === undefined) throw new Error('no samples');
    const expectNoThrow = (arbitrary: fc.Arbitrary<Json>, numRuns: number, count = () => {}) =>
      fc.assert(
        fc.property(arbitrary, (body) => {
          const given = { ...delivery, body };
          let outcomes: readonly PluginOutcome[] = [];
          const handle = () => {
            outcomes = plugin.parse(given, {});
            expectAnswer(plugin.answer?.(given, RECEIPT, {}));
            plugin.confirm?.(given);
          };
          const started = performance.now();
          handle();
          if (performance.now() - started > MAX_PARSE_MS) expect(isSlow(handle)).toBe(false);
          for (const outcome of outcomes) expectValid(outcome, body);
          count();
        }),
        { seed: 20261120, numRuns },
      );
    expectNoThrow(mutatedBodies(bodies), RUNS_PER_PLUGIN, () => (mutatedRuns += 1));
    expectNoThrow(truncatedBodies(plugin), JUNK_RUNS);
    expectNoThrow(fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>, JUNK_RUNS);
  });
});

it('the plugins parsed the required number of mutated payloads', () =>
  expect(mutatedRuns).toBeGreaterThanOrEqual(MUTATED_RUNS));

const RECEIPT = { delivery_id: 'delivery_1', received_at: new Date('2026-11-20T10:00:00Z') };

/** The response to a stored delivery must be a success, and its body must be JSON. */
function expectAnswer(answer: ReturnType<NonNullable<Plugin['answer']>>): void {
  if (answer === undefined) return;
  expect(answer.status).toSatisfy((status: number) => status >= 200 && status < 300);
  expect(() => JSON.stringify(answer.body)).not.toThrow();
}

function expectValid(outcome: PluginOutcome, body: Json): void {
  const problem = findOutcomeProblem(outcome, body);
  if (problem !== undefined) expect([problem, outcome]).toBe('sound');
}

/** Samples that are cut off at a random place: parsed if that is still possible, else as text. */
function truncatedBodies(plugin: Plugin): fc.Arbitrary<Json> {
  return fc
    .tuple(fc.constantFrom(...plugin.samples), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([{ body, content_type = '' }, share]) => {
      const read = parseDeliveryBody(
        Buffer.from(body).subarray(0, Math.floor(body.length * share)),
        content_type,
      );
      return read.ok ? read.body : body.slice(0, Math.floor(body.length * share));
    });
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
  '0001-01-01T00:00:00Z',
  [[{}]],
  1e300,
  '\u0000',
  [null],
  { toString: 1, length: -1 },
];

/** Samples in which up to four values are replaced or removed. */
function mutatedBodies(bodies: readonly Json[]): fc.Arbitrary<Json> {
  const change = fc.record({
    at: fc.nat(400),
    value: fc.oneof(
      fc.constantFrom(...ODD_VALUES),
      fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>,
      fc.constant(undefined),
    ),
  });
  return fc
    .tuple(fc.constantFrom(...bodies), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([body, changes]) =>
      changes.reduce<Json>((changed, { at, value }) => replaceNth(changed, at, value), body),
    );
}

/** Replaces the n-th value (modulo the number of values). `undefined` removes it. */
function replaceNth(body: Json, n: number, value: Json | undefined): Json {
  const total = count(body);
  let remaining = n % total;
  const walk = (at: Json): Json | undefined => {
    if (remaining-- === 0) return value;
    if (Array.isArray(at))
      return at.map((element: Json) => walk(element)).filter((element) => element !== undefined);
    if (!isObject(at)) return at;
    return Object.fromEntries(
      Object.entries(at).flatMap(([name, member]) => {
        const replacedMember = walk(member);
        return replacedMember === undefined ? [] : [[name, replacedMember]];
      }),
    );
  };
  return walk(body) ?? null;
}

function count(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member: Json) => sum + count(member), 1);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
