import type { Plugin } from './plugin-api/plugin.js';

/**
 * Returns a plugin that parses deliveries with the shared words of release 0.2, so that its events stay what they were when
 * this version was released. Words and scales of the vocabulary may be extended: only the newest versions of plugins read by them.
 */
export function withWordsOf0_2(plugin: Plugin): Plugin {
  return {
    ...plugin,
    samples: plugin.samples.filter(({ since }) => since === undefined),
    parse: (delivery, options) => plugin.parse({ ...delivery, words: '0.2' }, options),
  };
}

/**
 * Returns version 1.0.0 of each plugin whose own code is the same in its newest version: the words alone have changed. A plugin
 * whose newest version is 1.0.0 was added since, and has no older one.
 */
export function findUnchangedSince0_2(
  newest: readonly Plugin[],
  released: readonly Plugin[],
): readonly Plugin[] {
  const separate = new Set(released.map(({ plugin_id }) => plugin_id));
  return newest
    .filter(({ plugin_id, version }) => version !== '1.0.0' && !separate.has(plugin_id))
    .map((plugin) => ({ ...plugin, version: '1.0.0' }));
}
