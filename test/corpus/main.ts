import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { BUILT_IN_PLUGINS, PluginRegistry, type PluginOptions } from '#monitoring';
import { checkPayload } from './check-payload.js';
import { evaluateGoals, formatGoal } from './goals.js';
import { readCorpus } from './read-corpus.js';
import { formatResult, summarize } from './report.js';

const USAGE =
  'Usage: npm run corpus -- <folder> [--strict] [--json] [--plugin <id>] [--heuristics-only] [--options <JSON>] [--only <system>]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Compares texts exactly, and ends with exit code 1 if a goal is missed. */
    strict: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    /** Parses every folder with this plugin instead of its own. */
    plugin: { type: 'string' },
    /** Parses with `auto` as if it knew no sender. */
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
  plugin: (own: string) => registry.find(values.plugin ?? (values['heuristics-only'] ? 'auto' : own)),
  options: {
    ...(JSON.parse(values.options) as PluginOptions),
    ...(values['heuristics-only'] ? { heuristics_only: true } : {}),
  },
  strict: values.strict,
};
const result = summarize(
  payloads.map((payload) =>
    checkPayload(
      payload,
      payloads.filter(({ system }) => system === payload.system),
      options,
    ),
  ),
);
const reading = values['heuristics-only'] ? 'heuristics' : values.plugin === 'auto' ? 'auto' : 'own';
const goals = evaluateGoals(result, reading);
console.log(
  values.json
    ? JSON.stringify({ ...result, goals }, null, 2)
    : [formatResult(result), ...goals.map(formatGoal)].join('\n'),
);
if (values.strict && goals.some(({ met }) => !met)) process.exitCode = 1;
