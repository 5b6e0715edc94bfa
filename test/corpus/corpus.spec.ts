import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_PLUGINS, PluginRegistry } from '#monitoring';
import { checkPayload } from './check-payload.js';
import { readCorpus } from './read-corpus.js';

/** Bodies that real senders posted, with the expected events. They belong to others, so they are not in this repository. */
const FOLDER =
  process.env['PAYLOADS_DIR'] ?? fileURLToPath(new URL('../../../shared/payloads', import.meta.url));

const isPresent = existsSync(FOLDER);
if (!isPresent) console.warn(`corpus: no payloads at ${FOLDER} (PAYLOADS_DIR), skipped`);

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const payloads = (isPresent ? readCorpus(FOLDER) : []).filter(({ plugin_id }) => registry.find(plugin_id));
const options = { plugin: (plugin_id: string) => registry.find(plugin_id), strict: true };

describe.skipIf(!isPresent)('payloads of real senders', () => {
  it.each(payloads.map((payload) => [`${payload.system}/${payload.file}`, payload] as const))(
    '%s',
    (_name, payload) => {
      const others = payloads.filter(({ system }) => system === payload.system);
      const { checks } = checkPayload(payload, others, options);
      expect(checks.filter(({ held }) => !held)).toEqual([]);
    },
  );
});
