import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { valid } from 'semver';
import { reasonOf } from '#shared/kernel/message-of.js';
import { checkSample } from './check-sample.js';
import { isAsync, type AnyPlugin } from './plugin.js';
import { optionErrors } from './check-options.js';

const text = { type: 'string', minLength: 1 };
const SHAPE = {
  type: 'object',
  required: ['plugin_id', 'version', 'name', 'provider', 'docs', 'optionsSchema', 'samples'],
  properties: {
    plugin_id: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,63}$' },
    version: text,
    name: text,
    provider: text,
    docs: text,
    optionsSchema: {
      type: 'object',
      required: ['type', 'additionalProperties'],
      properties: { type: { const: 'object' }, additionalProperties: { const: false } },
    },
    headers: { type: 'array', items: { type: 'string', pattern: '^(:method|[a-z0-9-]+)$' } },
    samples: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'body', 'expect'],
        properties: { name: text, body: text, expect: { type: 'array', items: { type: 'object' } } },
      },
    },
  },
};
let validator: ValidateFunction | undefined;

/** Compiled when the first package is checked. It takes 150 ms, and most processes load no packages. */
const shapeValidator = () => (validator ??= new Ajv2020({ allErrors: true, strict: true }).compile(SHAPE));

/** Returns why a value is not a valid plugin; an empty list if it is one and its samples have the expected outcomes. */
export async function pluginProblems(given: unknown): Promise<readonly string[]> {
  const hasShape = shapeValidator();
  if (!hasShape(given))
    return (hasShape.errors ?? []).map(({ instancePath, message = 'is wrong' }) =>
      instancePath === '' ? message : `${instancePath.slice(1).replaceAll('/', '.')} ${message}`,
    );
  const plugin = given as AnyPlugin;
  if (valid(plugin.version) !== plugin.version) return [`version ${plugin.version} is not semver`];
  const parse: unknown = isAsync(plugin) ? plugin.parseAsync : plugin.parse;
  if (typeof parse !== 'function') return ['parse must be a function'];
  try {
    optionErrors(plugin, {});
  } catch (error) {
    return [`optionsSchema is no JSON Schema: ${reasonOf(error)}`];
  }
  const problems: string[] = [];
  for (const sample of plugin.samples) {
    try {
      const problem = await checkSample(plugin, sample);
      if (problem !== undefined) problems.push(problem);
    } catch (error) {
      problems.push(reasonOf(error));
    }
  }
  return problems;
}
