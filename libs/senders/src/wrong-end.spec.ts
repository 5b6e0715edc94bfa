import { describe, expect, it } from 'vitest';
import { isObject, type Json } from '#shared/kernel/json.js';
import { deliveryOf } from './plugin-api/check-sample.js';
import type { Plugin, PluginOutcome } from './plugin-api/plugin.js';
import { BUILT_IN_PLUGINS } from './built-in.js';

/** Values that contain no information. `undefined` removes the field. */
const NOTHING: readonly (Json | undefined)[] = [
  undefined,
  null,
  '',
  [],
  {},
  -1,
  'недоступен',
  '{{unfilled}}',
];
/** Plugins with two independent states: Argo CD may send health or sync phase alone. */
const TOLD_TWICE: ReadonlySet<string> = new Set(['argocd']);

type Step = string | number;

function* placesIn(body: Json, steps: readonly Step[] = []): Generator<readonly Step[]> {
  if (steps.length > 8) return;
  const members: readonly (readonly [Step, Json])[] = Array.isArray(body)
    ? body.map((held: Json, index) => [index, held] as const)
    : isObject(body)
      ? Object.entries(body)
      : [];
  for (const [step, held] of members) {
    yield [...steps, step];
    yield* placesIn(held, [...steps, step]);
  }
}

function without(body: Json, [step, ...more]: readonly Step[], instead: Json | undefined): Json {
  const replaced = (held: Json): Json | undefined =>
    more.length === 0 ? instead : without(held, more, instead);
  if (Array.isArray(body))
    return body.flatMap((held: Json, index) => (index === step ? [replaced(held) ?? null] : [held]));
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, held]) => {
      const value = name === step ? replaced(held) : held;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const typesOf = (outcomes: readonly PluginOutcome[]): readonly string[] =>
  outcomes.map((one) => (one.outcome === 'EVENT' ? one.event.event_type : one.outcome));

function alarmsOf(plugin: Plugin): Plugin['samples'] {
  return plugin.samples.filter((sample) => {
    const types = typesOf(plugin.parse(deliveryOf(sample), sample.options ?? {}));
    return types.includes('ALERT') && !types.includes('RECOVERY');
  });
}

const plugins = BUILT_IN_PLUGINS.filter(({ plugin_id }) => !TOLD_TWICE.has(plugin_id)).map(
  (plugin) => [`${plugin.plugin_id} ${plugin.version}`, plugin] as const,
);

/** The worst mistake of a plugin is to resolve an alert that still fires. */
describe.each(plugins)('plugin %s', (_, plugin) => {
  it('closes nothing because a field of an alarm is missing or says nothing', () => {
    const closed = alarmsOf(plugin).flatMap((sample) => {
      const delivery = deliveryOf(sample);
      return [...placesIn(delivery.body)].flatMap((steps) =>
        NOTHING.filter((instead) =>
          typesOf(
            plugin.parse({ ...delivery, body: without(delivery.body, steps, instead) }, sample.options ?? {}),
          ).includes('RECOVERY'),
        ).map((instead) => `${sample.name}: ${steps.join('/')} = ${JSON.stringify(instead)}`),
      );
    });
    expect(closed).toEqual([]);
  });
});
