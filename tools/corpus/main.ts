import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { BUILT_IN_PLUGINS, PluginRegistry, type PluginOptions } from '#monitoring';
import { checkPayload } from './check-payload.js';
import { readCorpus } from './read-corpus.js';
import { printed, resultOf } from './report.js';

const USAGE =
  'Usage: npm run corpus -- <folder> [--strict] [--json] [--plugin <id>] [--heuristics-only] [--options <JSON>] [--only <system>]';
const GOOD = 0.98;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Text letter for letter, and an exit code of 1 below 98 %. */
    strict: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    /** Reads every folder with this plugin instead of its own. */
    plugin: { type: 'string' },
    /** With `--plugin auto`: as if no sender were known. */
    'heuristics-only': { type: 'boolean', default: false },
    options: { type: 'string', default: '{}' },
    only: { type: 'string' },
  },
});
const [folder, ...more] = positionals;
if (folder === undefined || more.length > 0) {
  console.error(USAGE);
  process.exit(1);
}

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const payloads = readCorpus(folder).filter(
  ({ system }) => values.only === undefined || system === values.only,
);
const options = {
  plugin: (own: string) => registry.find(values.plugin ?? own),
  options: {
    ...(JSON.parse(values.options) as PluginOptions),
    ...(values['heuristics-only'] ? { heuristics_only: true } : {}),
  },
  strict: values.strict,
};
const result = resultOf(
  payloads.map((payload) =>
    checkPayload(
      payload,
      payloads.filter(({ system }) => system === payload.system),
      options,
    ),
  ),
);
console.log(values.json ? JSON.stringify(result, null, 2) : printed(result));
if (values.strict && result.share < GOOD) process.exitCode = 1;
