import { describe, expect, it } from 'vitest';
import { BUILT_IN_PLUGINS } from '../../built-in.js';
import { createSampleDelivery } from '../check-sample.js';
import { parseDelivery } from '../parse-delivery.js';
import type { AnyPlugin, Plugin, PluginOutcome, PluginSample } from '../plugin.js';
import { freshenSamples } from './fresh-samples.js';

/** Just before a year, a month and a day end, and eight minutes later. */
const FIRST = new Date('2027-12-31T23:59:30.250Z');
const LATER = new Date('2028-01-01T00:07:45.750Z');
const MINUTE_MS = 60_000;

const parse = (plugin: Plugin, sample: PluginSample, received_at: Date) =>
  parseDelivery(plugin, { ...createSampleDelivery(sample), received_at }, sample.options ?? {});

function alarmOf(outcome: PluginOutcome) {
  if (outcome.outcome === 'EVENT') return outcome.event;
  return outcome.outcome === 'ACKNOWLEDGED' ? outcome.acknowledgement : undefined;
}

/** What the sample says of each alarm, apart from key and time. */
function summarise(outcome: PluginOutcome): string {
  if (outcome.outcome === 'ACKNOWLEDGED') return `${outcome.outcome} ${outcome.acknowledgement.acknowledged}`;
  if (outcome.outcome !== 'EVENT') return outcome.outcome;
  const { event_type, severity, occurred_at } = outcome.event;
  return [outcome.outcome, event_type, severity, occurred_at ? 'with a time' : 'without a time'].join(' ');
}

const keysOf = (outcomes: readonly PluginOutcome[]) =>
  outcomes.flatMap((outcome) => alarmOf(outcome)?.event_key ?? []);
const newestTime = (outcomes: readonly PluginOutcome[]) =>
  Math.max(...outcomes.map((outcome) => alarmOf(outcome)?.occurred_at?.getTime() ?? -Infinity));

const named = BUILT_IN_PLUGINS.map((plugin) => [`${plugin.plugin_id} ${plugin.version}`, plugin] as const);

describe.each(named)('the samples of %s', (_, plugin) => {
  it('have other keys each time, the present time, and the same outcomes otherwise', async () => {
    const [once, again] = [
      await freshenSamples(plugin, 'one', FIRST),
      await freshenSamples(plugin, 'two', LATER),
    ];
    for (const [index, sample] of plugin.samples.entries()) {
      const stored = parse(plugin, sample, FIRST);
      const first = parse(plugin, once[index] ?? sample, FIRST);
      const second = parse(plugin, again[index] ?? sample, LATER);
      expect(first.map(summarise), sample.name).toEqual(stored.map(summarise));
      expect(second.map(summarise), sample.name).toEqual(stored.map(summarise));
      const keys = [stored, first, second].map((outcomes) => new Set(keysOf(outcomes)));
      const all = new Set(keys.flatMap((each) => [...each]));
      expect(all.size, `${sample.name}: ${[...all].join(' ')}`).toBe(3 * (keys[0]?.size ?? 0));
      for (const [outcomes, now] of [
        [first, FIRST],
        [second, LATER],
      ] as const) {
        if (newestTime(outcomes) === -Infinity) continue;
        const age = now.getTime() - newestTime(outcomes);
        expect(age, sample.name).toBeGreaterThanOrEqual(0);
        expect(age, sample.name).toBeLessThan(MINUTE_MS);
      }
    }
  });

  it('say what the fresh samples become', async () => {
    const samples = await freshenSamples(plugin, 'one', FIRST);
    for (const sample of samples)
      expect(parse(plugin, sample, FIRST), sample.name).toMatchObject(
        sample.expect.map((each) => structuredClone(each)),
      );
  });

  it('meet: with the same marker a recovery has the key of an alert of its incident', async () => {
    const alerts = await freshenSamples(plugin, 'one', FIRST);
    const recoveries = await freshenSamples(plugin, 'one', LATER);
    for (const [index, { incident, name }] of plugin.samples.entries()) {
      const recovery = parse(plugin, recoveries[index] ?? fail(name), LATER);
      const stored = parse(plugin, plugin.samples[index] ?? fail(name), LATER);
      if (incident === undefined || !stored.some(isRecovery)) continue;
      const others = plugin.samples.flatMap((other, at) =>
        other.incident === incident && parse(plugin, other, FIRST).some(isAlert) ? [alerts[at] ?? other] : [],
      );
      if (others.length === 0) continue;
      const keys = others.flatMap((other) => keysOf(parse(plugin, other, FIRST)));
      expect(keys, name).toEqual(expect.arrayContaining(keysOf(recovery.filter(isRecovery)).slice(0, 1)));
    }
  });
});

const isOfType = (type: string) => (outcome: PluginOutcome) =>
  outcome.outcome === 'EVENT' && outcome.event.event_type === type;
const isAlert = isOfType('ALERT');
const isRecovery = isOfType('RECOVERY');

function fail(name: string): never {
  throw new Error(`no fresh sample "${name}"`);
}

it('samples of a plugin that parses elsewhere stay as they are', async () => {
  const remote: AnyPlugin = {
    plugin_id: 'remote',
    version: '1.0.0',
    name: 'Remote',
    provider: 'remote',
    docs: '# Remote',
    optionsSchema: {},
    samples: [{ name: 'one', body: '{"at": "2025-03-04T10:15:00Z"}', expect: [] }],
    parseAsync: () => Promise.resolve([]),
  };
  expect(await freshenSamples(remote, 'one', FIRST)).toBe(remote.samples);
});
