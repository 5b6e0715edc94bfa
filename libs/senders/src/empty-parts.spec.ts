import { describe, expect, it } from 'vitest';
import { isObject, isRawNumber, type Json } from '#shared/kernel/json.js';
import { BUILT_IN_PLUGINS } from './built-in.js';
import { createSampleDelivery } from './plugin-api/check-sample.js';
import type { Plugin, PluginDelivery } from './plugin-api/plugin.js';
import { PluginRegistry } from './registry.js';

const EMPTY: readonly Json[] = [null, {}];

const isContainer = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !isRawNumber(value);

/** Replaces every list and object inside a body, or only its lists, by an empty value. */
function emptyParts(body: Json, empty: Json, depth: number): Json {
  if (Array.isArray(body))
    return depth === 0 ? empty : body.map((one: Json) => emptyParts(one, empty, depth - 1));
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, member]) => [
      name,
      isContainer(member) ? (depth === 0 ? empty : emptyParts(member, empty, depth - 1)) : member,
    ]),
  );
}

const idOf = (body: Json): Json | undefined => (isObject(body) ? body['id'] : undefined);

function keysOf(plugin: Plugin, delivery: PluginDelivery): readonly string[] {
  return plugin.parse(delivery, {}).flatMap((one) => (one.outcome === 'EVENT' ? [one.event.event_key] : []));
}

const plugins = new PluginRegistry(BUILT_IN_PLUGINS)
  .list()
  .filter((plugin): plugin is Plugin => 'parse' in plugin);

/** An alarm whose parts are empty must not get a key that all such alarms of a webhook share. */
describe.each(plugins.map((plugin) => [plugin.plugin_id, plugin] as const))('plugin %s', (_, plugin) => {
  it.each([0, 1, 2])(
    'gives no key that different samples share if what is nested %i deep is empty',
    (depth) => {
      const originals = new Map<string, Set<string>>();
      for (const sample of plugin.samples) {
        const delivery = createSampleDelivery(sample);
        const own = keysOf(plugin, delivery);
        if (own.length === 0 || !isContainer(delivery.body)) continue;
        for (const empty of EMPTY)
          for (const key of keysOf(plugin, { ...delivery, body: emptyParts(delivery.body, empty, depth) }))
            // The id of a message differs between real messages, unlike those of the samples.
            if (!own.includes(key) && key !== idOf(delivery.body)) {
              const from = originals.get(key) ?? new Set();
              originals.set(key, from.add(own.join(' | ')));
            }
      }
      expect([...originals].filter(([, from]) => from.size > 1).map(([key, from]) => [key, ...from])).toEqual(
        [],
      );
    },
  );
});
