import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { didYouMean } from '../kernel/find-nearest.js';
import { isObject } from '../kernel/json.js';
import type { Path } from './positions.js';

/** What is wrong with a value, and where. */
export interface Violation {
  readonly path: Path;
  readonly of: 'key' | 'value';
  readonly text: string;
}

/** Returns a function that finds everything that does not fit a schema. */
export function createChecker(schema: object): (value: unknown) => readonly Violation[] {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });
  formats.default(ajv);
  const validate: ValidateFunction = ajv.compile(schema);
  return (value) => (validate(value) ? [] : joinAlternatives(validate.errors ?? []).map(explain));
}

/** Of the errors of all alternatives, keeps those of the one that was meant: it has the type of the value. */
function joinAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = new Map<string, ErrorObject[]>();
  for (const error of errors.filter(isUnion)) {
    const same = unions.get(error.instancePath);
    if (same === undefined) unions.set(error.instancePath, [error]);
    else same.push(error);
  }
  if (unions.size === 0) return errors;
  const around = (error: ErrorObject) =>
    listPrefixes(error.instancePath).flatMap((path) =>
      (unions.get(path) ?? []).filter((union) => isInside(error, union)),
    );
  // Those of which an alternative has the type of the value.
  const meant = new Set<ErrorObject>();
  for (const error of errors)
    if (!isUnion(error)) for (const union of around(error)) if (!isOtherType(error, union)) meant.add(union);
  return errors.filter((error) =>
    isUnion(error) ? !meant.has(error) : !around(error).some((union) => isOtherType(error, union)),
  );
}

const isUnion = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/** Returns the paths of a value and of all that it is in. */
const listPrefixes = (path: string): readonly string[] =>
  path.split('/').map((_, at, steps) => steps.slice(0, at + 1).join('/'));

const isInside = (error: ErrorObject, union: ErrorObject): boolean =>
  error !== union && error.schemaPath.startsWith(`${union.schemaPath}/`);
const isOtherType = ({ keyword, instancePath }: ErrorObject, union: ErrorObject): boolean =>
  keyword === 'type' && instancePath === union.instancePath;

function explain({
  keyword,
  instancePath,
  params,
  parentSchema,
  message,
  schema,
  data,
}: ErrorObject): Violation {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const at = (text: string): Violation => ({ path, of: 'value', text });
  const given = params as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(given['additionalProperty']);
      const known = Object.keys((parentSchema?.['properties'] ?? {}) as object);
      const text = `unknown key ${JSON.stringify(name)}; expected one of ${known.join(', ')}${didYouMean(name, known)}`;
      return { path: [...path, name], of: 'key', text };
    }
    case 'required':
      return { path, of: 'key', text: `${String(given['missingProperty'])} is missing` };
    case 'type':
      return at(`expected ${describeType(given['type'])}, but found ${describe(data)}`);
    case 'enum': {
      const words = (schema as readonly unknown[]).map(String);
      return at(`expected one of ${words.join(', ')}, but found ${describe(data)}${didYouMean(data, words)}`);
    }
    case 'anyOf':
    case 'oneOf': {
      const types = (schema as readonly { type?: unknown }[]).map(({ type }) => describeType(type));
      return at(`expected ${[...new Set(types)].join(' or ')}, but found ${describe(data)}`);
    }
    case 'pattern':
      return at(`expected a text that matches ${String(given['pattern'])}`);
    case 'format':
      return at('expected a time like 2026-11-28T21:00:00Z');
    default:
      return at(message ?? 'is not allowed');
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

const describeType = (type: unknown): string =>
  (Array.isArray(type) ? type : [type]).map((one) => TYPES[String(one)] ?? String(one)).join(' or ');

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  // A text may be a secret that was inserted.
  return typeof value === 'string' ? 'a text' : String(value);
}
