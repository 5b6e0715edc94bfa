import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { valid } from 'semver';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { checkSample } from './check-sample.js';
import { isAsync, type AnyPlugin, type Plugin } from './plugin.js';
import { findOptionErrors } from './check-options.js';

const nonEmptyText = { type: 'string', minLength: 1 };
const PLUGIN_SCHEMA = {
  type: 'object',
  required: ['plugin_id', 'version', 'name', 'provider', 'docs', 'optionsSchema', 'samples'],
  properties: {
    plugin_id: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,63}$' },
    version: nonEmptyText,
    name: nonEmptyText,
    provider: nonEmptyText,
    docs: nonEmptyText,
    optionsSchema: {
      type: 'object',
      required: ['type', 'additionalProperties'],
      properties: { type: { const: 'object' }, additionalProperties: { const: false } },
    },
    headers: {
      anyOf: [
        { type: 'array', items: { type: 'string', pattern: '^(:method|[a-z0-9-]+)$' } },
        { const: 'ALL' },
      ],
    },
    samples: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'body', 'expect'],
        properties: {
          name: nonEmptyText,
          body: nonEmptyText,
          expect: { type: 'array', items: { type: 'object' } },
        },
      },
    },
  },
};
const OPTIONAL_METHODS = [
  'recognises',
  'checkOptions',
  'verify',
  'answer',
  'preflight',
  'confirm',
  'authenticate',
  'takesEmptyBody',
] as const satisfies readonly (keyof Plugin)[];
let cachedValidator: ValidateFunction | undefined;

/** Compiled when the first package is checked. It takes 150 ms, and most processes load no packages. */
const getPluginValidator = () =>
  (cachedValidator ??= new Ajv2020({ allErrors: true, strict: true }).compile(PLUGIN_SCHEMA));

/** Returns why a value is not a valid plugin; an empty list if it is one and its samples have the expected outcomes. */
export async function findPluginProblems(value: unknown): Promise<readonly string[]> {
  const isPlugin = getPluginValidator();
  if (!isPlugin(value))
    return (isPlugin.errors ?? []).map(({ instancePath, message = 'is wrong' }) =>
      instancePath === '' ? message : `${instancePath.slice(1).replaceAll('/', '.')} ${message}`,
    );
  const plugin = value as AnyPlugin;
  if (valid(plugin.version) !== plugin.version) return [`version ${plugin.version} is not semver`];
  const parse: unknown = isAsync(plugin) ? plugin.parseAsync : plugin.parse;
  if (typeof parse !== 'function') return ['parse must be a function'];
  const noFunctions = OPTIONAL_METHODS.filter(
    (name) => !['undefined', 'function'].includes(typeof (plugin as Partial<Plugin>)[name]),
  );
  if (noFunctions.length > 0) return noFunctions.map((name) => `${name} must be a function`);
  try {
    findOptionErrors(plugin, {});
  } catch (error) {
    return [`optionsSchema is no JSON Schema: ${getErrorMessage(error)}`];
  }
  const problems: string[] = [];
  for (const sample of plugin.samples) {
    try {
      const problem = await checkSample(plugin, sample);
      if (problem !== undefined) problems.push(problem);
    } catch (error) {
      problems.push(getErrorMessage(error));
    }
  }
  return problems;
}
