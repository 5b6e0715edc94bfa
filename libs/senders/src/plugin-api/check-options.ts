import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { DomainError, type FieldError } from '#shared/kernel/domain-error.js';
import type { AnyPlugin, PluginOptions } from './plugin.js';
import { mapUnavailableError } from './plugin-unavailable.js';

/** Anything that has options with a schema: a plugin, or a protocol of notifications. */
export type Configurable = Pick<AnyPlugin, 'plugin_id' | 'optionsSchema' | 'checkOptions'>;

const createAjv = () =>
  formats.default(new Ajv2020({ allErrors: true, strict: true, ownProperties: true, verbose: true }));
let cachedAjv: Ajv2020 | undefined;
/** Created when the first options are checked, as it takes longer than the rest of the module. */
const ajv = () => (cachedAjv ??= createAjv());
const validators = new WeakMap<AnyPlugin['optionsSchema'], ValidateFunction>();

function getValidator({ optionsSchema }: Configurable): ValidateFunction {
  let validate = validators.get(optionsSchema);
  if (validate === undefined) {
    // A schema with an id has its own instance: another version of the plugin may have a schema with the same id.
    validate = ('$id' in optionsSchema ? createAjv() : ajv()).compile(optionsSchema);
    validators.set(optionsSchema, validate);
  }
  return validate;
}

/**
 * Returns the errors of the options, one for each field; an empty list if they match the schema.
 * @param prefix path of the options in the request
 */
export function findOptionErrors(
  plugin: Configurable,
  options: PluginOptions,
  prefix = 'plugin_info.options',
): readonly FieldError[] {
  const validate = getValidator(plugin);
  if (validate(options)) return [];
  // Ajv reports an invalid property name twice. The other error says what is wrong with the name.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'propertyNames');
  return errors.map((error) => toFieldError(plugin, error, prefix));
}

/**
 * Checks the options by the plugin's schema.
 * @throws ERROR_REQUIRED_PARAMETER if options are only missing, else ERROR_INVALID_PARAMETER. It names every field.
 */
export function checkOptions(
  plugin: Configurable,
  options: PluginOptions,
  prefix = 'plugin_info.options',
): void {
  const errors = findOptionErrors(plugin, options, prefix);
  throwFieldErrors(errors);
}

/** Where a schema says which options there must be, and which there can be. */
const NAME_RULES: ReadonlySet<string> = new Set(['#/required', '#/additionalProperties']);

/** As {@link checkOptions}, but looks only at the names of the options: their values may be masked. */
export function checkOptionNames(plugin: Configurable, options: PluginOptions, prefix: string): void {
  const validate = getValidator(plugin);
  if (validate(options)) return;
  const errors = (validate.errors ?? []).filter(({ schemaPath }) => NAME_RULES.has(schemaPath));
  throwFieldErrors(errors.map((error) => toFieldError(plugin, error, prefix)));
}

/**
 * Lets the plugin check what the schema cannot express. The options must already match the schema. The plugin may be slow.
 * @throws ERROR_INVALID_PARAMETER that names every field; ERROR_UNAVAILABLE if the plugin cannot be reached
 */
export async function checkOptionsWithPlugin(
  plugin: Configurable,
  options: PluginOptions,
  prefix = 'plugin_info.options',
): Promise<void> {
  const problems = (await callCheckOptions(plugin, options)) ?? [];
  throwFieldErrors(problems.map(({ option, reason }) => ({ field: `${prefix}.${option}`, reason })));
}

async function callCheckOptions(plugin: Configurable, options: PluginOptions) {
  try {
    return await plugin.checkOptions?.(options);
  } catch (error) {
    throw mapUnavailableError(error);
  }
}

function throwFieldErrors(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const code = errors.every(({ reason }) => reason === REQUIRED_REASON)
    ? 'ERROR_REQUIRED_PARAMETER'
    : 'ERROR_INVALID_PARAMETER';
  const message = errors.map(({ field, reason }) => `${field} ${reason}`).join('; ');
  throw new DomainError(code, 'invalid', message, { errors });
}

const REQUIRED_REASON = 'is required';
const INVALID_NAME_REASON = 'is not an allowed name';

interface ErrorParams {
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly unevaluatedProperty?: string;
  readonly allowedValues?: readonly unknown[];
}

function toFieldError(plugin: Configurable, error: ErrorObject, prefix: string): FieldError {
  const path = prefix + error.instancePath.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const params: ErrorParams = error.params;
  const { description } = error.parentSchema ?? {};
  const unknownProperty = params.additionalProperty ?? params.unevaluatedProperty;
  if (error.propertyName !== undefined)
    return {
      field: `${path}.${error.propertyName}`,
      reason: description === undefined ? INVALID_NAME_REASON : `${INVALID_NAME_REASON}: ${description}`,
    };
  if (params.missingProperty !== undefined)
    return { field: `${path}.${params.missingProperty}`, reason: REQUIRED_REASON };
  if (unknownProperty !== undefined)
    return {
      field: `${path}.${unknownProperty}`,
      reason: `is unknown; ${describeAllowedNames(plugin, path === prefix)}`,
    };
  if (params.allowedValues !== undefined)
    return { field: path, reason: `must be one of ${params.allowedValues.join(', ')}` };
  const { message: reason = 'is not valid' } = error;
  // A pattern is hard to read. The description of the option says what it means.
  const patternDescription = error.keyword === 'pattern' ? description : undefined;
  return {
    field: path,
    reason: patternDescription === undefined ? reason : `${reason}: ${patternDescription}`,
  };
}

function describeAllowedNames(plugin: Configurable, isTopLevel: boolean): string {
  const names = Object.keys(propertiesOf(plugin));
  if (!isTopLevel) return 'remove it';
  return names.length === 0 ? `plugin ${plugin.plugin_id} has no options` : `allowed are ${names.join(', ')}`;
}

type Properties = Readonly<Record<string, { readonly writeOnly?: unknown }>>;

function propertiesOf({ optionsSchema }: Configurable): Properties {
  return (optionsSchema['properties'] ?? {}) as Properties;
}

/** Returns the names of the options marked `writeOnly`. Only a whole option can be secret, not a property inside it. */
export function secretOptionNames(plugin: Configurable): readonly string[] {
  return Object.entries(propertiesOf(plugin))
    .filter(([, property]) => property.writeOnly === true)
    .map(([name]) => name);
}
