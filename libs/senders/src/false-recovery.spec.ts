import { describe, expect, it } from 'vitest';
import { isObject, type Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from './plugin-api/check-sample.js';
import type { Plugin, PluginOutcome } from './plugin-api/plugin.js';
import { BUILT_IN_PLUGINS } from './built-in.js';

/** Values that contain no information. `undefined` removes the field. */
const EMPTY_VALUES: readonly (Json | undefined)[] = [
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
const TWO_STATE_PLUGINS: ReadonlySet<string> = new Set(['argocd']);

type Step = string | number;

function* pathsIn(body: Json, steps: readonly Step[] = []): Generator<readonly Step[]> {
  if (steps.length > 8) return;
  const members: readonly (readonly [Step, Json])[] = Array.isArray(body)
    ? body.map((member: Json, index) => [index, member] as const)
    : isObject(body)
      ? Object.entries(body)
      : [];
  for (const [step, member] of members) {
    yield [...steps, step];
    yield* pathsIn(member, [...steps, step]);
  }
}

function replaceAt(body: Json, [step, ...innerSteps]: readonly Step[], replacement: Json | undefined): Json {
  const replaceMember = (member: Json): Json | undefined =>
    innerSteps.length === 0 ? replacement : replaceAt(member, innerSteps, replacement);
  if (Array.isArray(body))
    return body.flatMap((member: Json, index) =>
      index === step ? [replaceMember(member) ?? null] : [member],
    );
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, member]) => {
      const value = name === step ? replaceMember(member) : member;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const typesOf = (outcomes: readonly PluginOutcome[]): readonly string[] =>
  outcomes.map((one) => (one.outcome === 'EVENT' ? one.event.event_type : one.outcome));

function firingSamples(plugin: Plugin): Plugin['samples'] {
  return plugin.samples.filter((sample) => {
    const types = typesOf(plugin.parse(createSampleDelivery(sample), sample.options ?? {}));
    return types.includes('ALERT') && !types.includes('RECOVERY');
  });
}

const plugins = BUILT_IN_PLUGINS.filter(({ plugin_id }) => !TWO_STATE_PLUGINS.has(plugin_id)).map(
  (plugin) => [`${plugin.plugin_id} ${plugin.version}`, plugin] as const,
);

/** The worst mistake of a plugin is to resolve an alert that still fires. */
describe.each(plugins)('plugin %s', (_, plugin) => {
  it('returns no recovery if a field of an alarm is missing or contains no information', () => {
    const falseRecoveries = firingSamples(plugin).flatMap((sample) => {
      const delivery = createSampleDelivery(sample);
      return [...pathsIn(delivery.body)].flatMap((steps) =>
        EMPTY_VALUES.filter((replacement) =>
          typesOf(
            plugin.parse(
              { ...delivery, body: replaceAt(delivery.body, steps, replacement) },
              sample.options ?? {},
            ),
          ).includes('RECOVERY'),
        ).map((replacement) => `${sample.name}: ${steps.join('/')} = ${JSON.stringify(replacement)}`),
      );
    });
    expect(falseRecoveries).toEqual([]);
  });
});
