import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { DomainError, type FieldError } from '#shared/kernel/domain-error.js';
import type { AnyPlugin, PluginOptions } from './plugin.js';
import { unavailableOr } from './unavailable-or.js';

/** Anything that has options with a schema: a plugin, or a protocol of notifications. */
export type Described = Pick<AnyPlugin, 'plugin_id' | 'optionsSchema' | 'checkOptions'>;

let created: Ajv2020 | undefined;
/** Created when the first options are checked, as it takes longer than the rest of the module. */
const ajv = () =>
  (created ??= formats.default(
    new Ajv2020({ allErrors: true, strict: true, ownProperties: true, verbose: true }),
  ));
const compiled = new WeakMap<AnyPlugin['optionsSchema'], ValidateFunction>();

function validatorOf({ optionsSchema }: Described): ValidateFunction {
  let validate = compiled.get(optionsSchema);
  if (validate === undefined) {
    validate = ajv().compile(optionsSchema);
    compiled.set(optionsSchema, validate);
  }
  return validate;
}

/**
 * Returns the errors of the options, one for each field; an empty list if they match the schema.
 * @param prefix path of the options in the request
 */
export function optionErrors(
  plugin: Described,
  options: PluginOptions,
  prefix = 'plugin_info.options',
): readonly FieldError[] {
  const validate = validatorOf(plugin);
  if (validate(options)) return [];
  // Ajv reports an invalid property name twice. The other error says what is wrong with the name.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'propertyNames');
  return errors.map((error) => fieldError(plugin, error, prefix));
}

/**
 * Checks the options by the plugin's schema.
 * @throws ERROR_REQUIRED_PARAMETER if options are only missing, else ERROR_INVALID_PARAMETER. It names every field.
 */
export function checkOptions(
  plugin: Described,
  options: PluginOptions,
  prefix = 'plugin_info.options',
): void {
  const errors = optionErrors(plugin, options, prefix);
  throwFor(errors);
}

/**
 * Lets the plugin check what the schema cannot express. The options must already match the schema. The plugin may be slow.
 * @throws ERROR_INVALID_PARAMETER that names every field; ERROR_UNAVAILABLE if the plugin cannot be reached
 */
export async function checkOptionsWork(
  plugin: Described,
  options: PluginOptions,
  prefix = 'plugin_info.options',
): Promise<void> {
  const problems = (await askedOf(plugin, options)) ?? [];
  throwFor(problems.map(({ option, reason }) => ({ field: `${prefix}.${option}`, reason })));
}

async function askedOf(plugin: Described, options: PluginOptions) {
  try {
    return await plugin.checkOptions?.(options);
  } catch (error) {
    throw unavailableOr(error);
  }
}

function throwFor(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const code = errors.every(({ reason }) => reason === MISSING)
    ? 'ERROR_REQUIRED_PARAMETER'
    : 'ERROR_INVALID_PARAMETER';
  const message = errors.map(({ field, reason }) => `${field} ${reason}`).join('; ');
  throw new DomainError(code, 'invalid', message, { errors });
}

const MISSING = 'is required';
const BAD_NAME = 'is not an allowed name';

interface ErrorParams {
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly unevaluatedProperty?: string;
  readonly allowedValues?: readonly unknown[];
}

function fieldError(plugin: Described, error: ErrorObject, prefix: string): FieldError {
  const at = prefix + error.instancePath.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const params: ErrorParams = error.params;
  const { description } = error.parentSchema ?? {};
  const unknown = params.additionalProperty ?? params.unevaluatedProperty;
  if (error.propertyName !== undefined)
    return {
      field: `${at}.${error.propertyName}`,
      reason: description === undefined ? BAD_NAME : `${BAD_NAME}: ${description}`,
    };
  if (params.missingProperty !== undefined)
    return { field: `${at}.${params.missingProperty}`, reason: MISSING };
  if (unknown !== undefined)
    return { field: `${at}.${unknown}`, reason: `is unknown; ${allowedNames(plugin, at === prefix)}` };
  if (params.allowedValues !== undefined)
    return { field: at, reason: `must be one of ${params.allowedValues.join(', ')}` };
  const { message: reason = 'is not valid' } = error;
  // A pattern is hard to read. The description of the option says what it means.
  const meant = error.keyword === 'pattern' ? description : undefined;
  return { field: at, reason: meant === undefined ? reason : `${reason}: ${meant}` };
}

function allowedNames(plugin: Described, top: boolean): string {
  const names = Object.keys(propertiesOf(plugin));
  if (!top) return 'remove it';
  return names.length === 0 ? `plugin ${plugin.plugin_id} has no options` : `allowed are ${names.join(', ')}`;
}

type Properties = Readonly<Record<string, { readonly writeOnly?: unknown }>>;

function propertiesOf({ optionsSchema }: Described): Properties {
  return (optionsSchema['properties'] ?? {}) as Properties;
}

/** Returns the names of the options marked `writeOnly`. Only a whole option can be secret, not a property inside it. */
export function secretOptionNames(plugin: Described): readonly string[] {
  return Object.entries(propertiesOf(plugin))
    .filter(([, property]) => property.writeOnly === true)
    .map(([name]) => name);
}
