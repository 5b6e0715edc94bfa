import { describe, expect, it } from 'vitest';
import { isObject, type Json } from '#shared/kernel/json.js';
import { BUILT_IN_PLUGINS } from './built-in.js';
import { createSampleDelivery } from './plugin-api/check-sample.js';
import type { Plugin, PluginDelivery, PluginEvent, PluginSample } from './plugin-api/plugin.js';
import { PROBLEM_PAIRS } from './problem-pairs.js';
import { PluginRegistry } from './registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);

/** Plugins that give no pairs: their senders never say when an alarm is over, or users define what is read. */
const WITHOUT_PAIRS: ReadonlySet<string> = new Set([
  'auto',
  'canary',
  'crowdsec',
  'falco',
  'google-monitoring',
  'graylog',
  'wazuh',
]);

function findSample(plugin: Plugin, name: string): PluginSample {
  const sample = plugin.samples.find((one) => one.name === name);
  if (sample === undefined) throw new Error(`${plugin.plugin_id} has no sample "${name}"`);
  return sample;
}

/** Returns the sample about another problem: with one text in the place of another, in the body and in the headers. */
function aboutAnother(sample: PluginSample, first: string, second: string): PluginSample {
  const replace = (text: string): string => text.replaceAll(first, second);
  const headers = Object.entries(sample.headers ?? {}).map(([name, said]) => [name, replace(said)] as const);
  return { ...sample, body: replace(sample.body), headers: Object.fromEntries(headers) };
}

function read(plugin: Plugin, delivery: PluginDelivery, sample: PluginSample): PluginEvent {
  const outcomes = plugin.parse(delivery, sample.options ?? {});
  const events = outcomes.flatMap((one) => (one.outcome === 'EVENT' ? [one.event] : []));
  if (events[0] === undefined || events.length > 1) throw new Error(`${events.length} events`);
  return events[0];
}
const readSample = (plugin: Plugin, sample: PluginSample): PluginEvent =>
  read(plugin, createSampleDelivery(sample), sample);

/** Fields that differ from one message about a problem to the next: times, counts, ids of the message. */
const CHANGING_FIELD =
  /(?:time|date|stamp|_at|At|count|hits|duration|occurrences|delivery_?id|message_?id|notification_?id)$/i;
const EPOCH = /^\d{10,19}$/;

/** Returns the body with other times and counts. */
function asOfAnotherMessage(body: Json, name = ''): Json {
  if (Array.isArray(body)) return body.map((member: Json) => asOfAnotherMessage(member, name));
  if (isObject(body))
    return Object.fromEntries(
      Object.entries(body).map(([member, value]) => [member, asOfAnotherMessage(value, member)]),
    );
  if (!CHANGING_FIELD.test(name)) return body;
  if (typeof body === 'number') return body + 60;
  if (typeof body !== 'string') return body;
  if (EPOCH.test(body)) return String(BigInt(body) + 60n);
  return body.replace(/:\d\d(?=\D|$)/, ':37');
}

describe.each(PROBLEM_PAIRS)('%s: "%s" and "%s"', (plugin_id, firing, resolved, first, second) => {
  const plugin = registry.get(plugin_id);
  const samples = [findSample(plugin, firing), findSample(plugin, resolved)] as const;
  const others = [aboutAnother(samples[0], first, second), aboutAnother(samples[1], first, second)] as const;

  it(`pairs the messages about "${first}" and "${second}" with each other`, () => {
    // The order in which they arrive if the second problem begins last and ends first.
    const events = [samples[0], others[0], others[1], samples[1]].map((one) => readSample(plugin, one));
    expect(events.map(({ event_type }) => event_type)).toEqual(['ALERT', 'ALERT', 'RECOVERY', 'RECOVERY']);
    const [alert, otherAlert, otherRecovery, recovery] = events.map(({ event_key }) => event_key);
    expect(recovery).toBe(alert);
    expect(otherRecovery).toBe(otherAlert);
    expect(otherAlert).not.toBe(alert);
  });

  it('keeps the key when times and counts differ', () => {
    for (const sample of samples) {
      const delivery = createSampleDelivery(sample);
      const later = { ...delivery, body: asOfAnotherMessage(delivery.body) };
      expect(read(plugin, later, sample).event_key).toBe(readSample(plugin, sample).event_key);
    }
  });
});

it('covers every plugin whose sender reports the end of a problem', () => {
  const covered = new Set(PROBLEM_PAIRS.map(([plugin_id]) => plugin_id));
  const missing = registry
    .list()
    .map(({ plugin_id }) => plugin_id)
    .filter((plugin_id) => !covered.has(plugin_id) && !WITHOUT_PAIRS.has(plugin_id));
  expect(missing).toEqual([]);
});
