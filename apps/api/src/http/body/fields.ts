import type { Type as Class } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import {
  CALLER_ID_PATTERN,
  MAX_USER_ID_LENGTH,
  USER_ID_PATTERN,
  type IdKind,
  findIdError,
} from '#shared/kernel/ids.js';
import { parseDuration } from '#shared/kernel/duration.js';
import { didYouMean } from '#shared/kernel/find-nearest.js';
import { normalizeName } from '#shared/kernel/normalize-name.js';
import { findWord } from '#shared/query/expression.js';
import { parseIsoTimestamp } from '#shared/query/instant.js';
import { declareField, type FieldOptions } from './field.js';

const isString = (value: unknown): value is string => typeof value === 'string';
export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

const checkObject = (value: unknown) => (isPlainObject(value) ? undefined : 'must be an object');

/** An id that this service made. */
export function IdField(kind: IdKind, options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', pattern: `^${kind}_[0-7][0-9a-hjkmnp-tv-z]{25}$` },
      check: (value) => findIdError(kind, value),
    },
    { example: `${kind}_01kagexvhve0ya7d9z5kq5nh3m`, ...options },
  );
}

/** An id that the caller made: domain, project, user, protocol, plugin. */
export function CallerIdField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', pattern: CALLER_ID_PATTERN.source },
      check: (value) =>
        isString(value) && CALLER_ID_PATTERN.test(value)
          ? undefined
          : 'must be 1 to 64 characters of A-Z a-z 0-9 . _ : - and start with a letter or digit',
    },
    options,
  );
}

/** An id that the caller made for a user, or the user's e-mail address. */
export function UserIdField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', maxLength: MAX_USER_ID_LENGTH, pattern: USER_ID_PATTERN.source },
      check: (value) =>
        isString(value) && value.length <= MAX_USER_ID_LENGTH && USER_ID_PATTERN.test(value)
          ? undefined
          : 'must be an e-mail address, or 1 to 64 characters of A-Z a-z 0-9 . _ : - and start with a letter or digit',
    },
    options,
  );
}

const normalizeIfText = (value: unknown) => (isString(value) ? normalizeName(value) : value);

/** A name for people: 1-255 characters, normalized (NFC) and trimmed. */
export function NameField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      normalize: normalizeIfText,
      check: (value) => (isTextUpTo(value, 255) && value !== '' ? undefined : 'must be 1 to 255 characters'),
    },
    options,
  );
}

/** A name to search for, normalized like stored names. */
export function NameFilterField(): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', maxLength: 255 },
      normalize: normalizeIfText,
      check: (value) => (isTextUpTo(value, 255) ? undefined : 'must be text of at most 255 characters'),
    },
    { required: false },
  );
}

export function TextField(options: FieldOptions & { readonly max?: number } = {}): PropertyDecorator {
  const { max = 65_536, ...rest } = options;
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', maxLength: max },
      check: (value) => (isTextUpTo(value, max) ? undefined : `must be text of at most ${max} characters`),
    },
    rest,
  );
}

/**
 * One of these words; with `anyCase`, in any case. `none` is a word that means "not given"; it is only documented in responses. With `name`, the field
 * has a schema of its own in the document.
 */
export function EnumField(
  values: readonly string[],
  options: FieldOptions & { readonly name?: string; readonly none?: string; readonly anyCase?: boolean } = {},
): PropertyDecorator {
  const { name, none, anyCase = false, ...rest } = options;
  const allowedValues = none === undefined ? [...values] : [none, ...values];
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', enum: allowedValues, ...(name ? { enumName: name } : {}) },
      normalize: (value) => {
        const word = anyCase && isString(value) ? (findWord(value, allowedValues) ?? value) : value;
        return none !== undefined && word === none ? undefined : word;
      },
      check: (value) =>
        isString(value) && allowedValues.includes(value)
          ? undefined
          : `must be one of ${allowedValues.join(', ')}${didYouMean(value, allowedValues)}`,
    },
    rest,
  );
}

const isIntegerFrom = (value: unknown, min: number, max: number) =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;

export function IntField(
  options: FieldOptions & { readonly min?: number; readonly max?: number; readonly format?: 'int32' } = {},
): PropertyDecorator {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, format, ...rest } = options;
  return declareField(
    {
      kind: 'number',
      schema: { type: 'integer', format, minimum: min, maximum: max },
      check: (value) =>
        isIntegerFrom(value, min, max) ? undefined : `must be a whole number from ${min} to ${max}`,
    },
    rest,
  );
}

/** A number of seconds. A text like `5m` is accepted too, because people write it in files and commands. */
export function SecondsField(
  options: FieldOptions & { readonly min?: number; readonly max: number },
): PropertyDecorator {
  const { min = 0, max, description, ...rest } = options;
  return declareField(
    {
      kind: 'number',
      schema: { type: 'integer', minimum: min, maximum: max },
      normalize: (value) => (typeof value === 'string' ? (parseDuration(value) ?? value) : value),
      check: (value) =>
        isIntegerFrom(value, min, max)
          ? undefined
          : `must be a whole number of seconds from ${min} to ${max}, or a text like 5m of as many`,
    },
    { ...rest, description: `${description ?? ''} A text like \`5m\` is accepted too.` },
  );
}

export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'boolean',
      schema: { type: 'boolean' },
      check: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
    },
    options,
  );
}

/** An instant of a record, or a filter by it, which becomes a `Date`. Times in bodies of requests are {@link MomentField}s. */
export function DateField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', format: 'date-time' },
      normalize: (value) => (isString(value) ? (parseIsoTimestamp(value) ?? value) : value),
      check: (value) =>
        value instanceof Date
          ? undefined
          : 'must be an ISO 8601 time with a zone, like 2026-11-20T10:00:00.000Z',
    },
    { example: '2026-11-20T10:00:00.000Z', ...options },
  );
}

/** Any JSON object. */
export function ObjectField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    { kind: 'object', schema: { type: 'object', additionalProperties: true }, check: checkObject },
    options,
  );
}

/** An object with fields of its own. */
export function NestedField(nested: Class<object>, options: FieldOptions = {}): PropertyDecorator {
  return declareField({ kind: 'nested', schema: { type: nested }, nested, check: checkObject }, options);
}

/** An object of the query language, whose parser validates it and reports errors with their path. */
export function QueryField(documented: Class<object>, options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'nested',
      schema: { type: documented },
      nested: documented,
      deferredValidation: true,
      check: checkObject,
    },
    options,
  );
}

/** Any JSON value. */
export function AnyField(options: FieldOptions = {}): PropertyDecorator {
  const oneOf = [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: {} },
    { type: 'object' },
  ];
  return declareField({ kind: 'object', schema: { oneOf } }, options);
}

/** A JSON object or list. */
export function ObjectOrListField(options: FieldOptions = {}): PropertyDecorator {
  const oneOf = [{ type: 'object' }, { type: 'array', items: {} }];
  return declareField({ kind: 'object', schema: { oneOf } }, options);
}

/** An object of one class, or a list of them. The parser of the query language validates it. */
export function OneOrMoreField(item: Class<object>, options: FieldOptions = {}): PropertyDecorator {
  const itemSchema = { $ref: getSchemaPath(item) };
  const oneOf = [itemSchema, { type: 'array', items: itemSchema }];
  const decorate = declareField(
    { kind: 'nested', schema: { oneOf }, nested: item, deferredValidation: true },
    options,
  );
  return (target, property) => {
    ApiExtraModels(item)(target.constructor);
    decorate(target, property);
  };
}

/** A list of any JSON values. */
export function AnyListField(options: FieldOptions = {}): PropertyDecorator {
  return declareField({ kind: 'object', schema: { type: 'array', items: {} } }, options);
}

/** A list of objects of one class, or of short texts. */
export function ListField(
  item: Class<object> | 'text',
  options: FieldOptions & { readonly max?: number } = {},
): PropertyDecorator {
  const { max = 1000, ...rest } = options;
  const isTexts = item === 'text';
  return declareField(
    {
      kind: 'list',
      schema: { type: [isTexts ? String : item], ...(options.max === undefined ? {} : { maxItems: max }) },
      nested: isTexts ? undefined : item,
      check: (value) =>
        Array.isArray(value) &&
        value.length <= max &&
        value.every((each) => (isTexts ? isTextUpTo(each, 1024) : isPlainObject(each)))
          ? undefined
          : `must be a list of at most ${max} ${isTexts ? 'texts' : 'objects'}`,
    },
    rest,
  );
}

/** The fields to return. */
export function OnlyField(): PropertyDecorator {
  return ListField('text', {
    required: false,
    max: 100,
    description:
      'The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots.',
    example: undefined,
  });
}

export function isTextUpTo(value: unknown, max: number): value is string {
  // Counts characters, not UTF-16 units, and only if their number can matter.
  return isString(value) && (value.length <= max || (value.length <= max * 2 && [...value].length <= max));
}
