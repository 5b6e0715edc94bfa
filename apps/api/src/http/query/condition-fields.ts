import type { Type as Class } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { isObject, parseJson } from '#shared/kernel/json.js';
import { invalidQuery } from '#shared/query/invalid-query.js';
import { FilterTextError } from '#shared/query/text/filter-text-error.js';
import { MAX_FILTER_TEXT, parseFilterText } from '#shared/query/text/parse-filter-text.js';
import { declareField, getFields, type Field, type FieldOptions } from '../body/field.js';
import { requireStorable } from '../body/request-body.js';

/** Parsed by the query language. The OpenAPI document describes the content. */
export class Condition {
  readonly [field: string]: unknown;
}

/** Parsed by the query language, like {@link Condition}. */
export class Stage {
  readonly [name: string]: unknown;
}

const MAX_CONDITIONS = 50;

const checkConditions = (value: unknown) =>
  Array.isArray(value) && value.length <= MAX_CONDITIONS && value.every(isObject)
    ? undefined
    : `must be a list of at most ${MAX_CONDITIONS} conditions`;

/** Conditions of the query language. Its parser validates them. */
export function ConditionsField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'list',
      schema: { type: [Condition], maxItems: MAX_CONDITIONS },
      nested: Condition,
      deferredValidation: true,
      check: checkConditions,
    },
    options,
  );
}

/** As {@link ConditionsField}, for requests: also one text that means the same, as `severity >= ERROR and labels.team = "db"`. */
export function FilterField(options: FieldOptions = {}): PropertyDecorator {
  const list = { type: 'array', items: { $ref: getSchemaPath(Condition) }, maxItems: MAX_CONDITIONS };
  const text = { type: 'string', minLength: 1, maxLength: MAX_FILTER_TEXT };
  const { description } = options;
  const decorate = declareField(
    {
      kind: 'list',
      schema: { oneOf: [list, text] },
      nested: Condition,
      deferredValidation: true,
      check: checkConditions,
    },
    {
      ...options,
      description: `${description} A list of conditions, or a text like \`severity >= ERROR and labels.team = "db"\`.`,
    },
  );
  return (target, property) => {
    ApiExtraModels(Condition)(target.constructor);
    decorate(target, property);
  };
}

/** Whether a field of a request can be a filter in its text form. */
export const isFilterField = ({ kind, nested, schema }: Field): boolean =>
  kind === 'list' && nested === Condition && 'oneOf' in schema;

/**
 * Replaces filters in their text form by the conditions that they mean. Alternatives go to `filter_or`. Nothing behind knows the text
 * form, and what is stored and returned is always a list.
 * @throws ERROR_INVALID_QUERY with line and column
 */
export function expandFilterTexts(
  request: Class<object>,
  values: Readonly<Record<string, unknown>>,
  parent = '',
): Record<string, unknown> {
  const expanded: Record<string, unknown> = { ...values };
  for (const field of getFields(request)) {
    const { name, kind, nested } = field;
    const value = values[name];
    if (kind === 'nested' && nested !== undefined && isObject(value))
      expanded[name] = expandFilterTexts(nested, value, `${parent}${name}.`);
    if (nested === Stage && Array.isArray(value))
      expanded[name] = value.map((stage: unknown, at) => expandMatch(stage, `${parent}${name}[${at}].match`));
    if (!isFilterField(field) || typeof value !== 'string') continue;
    const place = `${parent}${name}`;
    const { filter, filter_or } = parseText(value, place);
    expanded[name] = filter;
    const takesAlternatives = name === 'filter';
    if (filter_or.length > 0 && !takesAlternatives)
      throw invalidQuery(place, 'cannot have conditions that are joined by "or"');
    if (takesAlternatives && isGiven(values['filter_or']))
      throw invalidQuery(`${parent}filter_or`, 'belongs into the text of filter, joined by "or"');
    if (takesAlternatives) expanded['filter_or'] = filter_or;
  }
  return expanded;
}

/** Does so in a stage `match`, which is a list of conditions or has the two lists. */
function expandMatch(stage: unknown, place: string): unknown {
  if (!isObject(stage)) return stage;
  const { match } = stage;
  if (typeof match === 'string') return { ...stage, match: parseText(match, place) };
  if (!isObject(match) || typeof match['filter'] !== 'string') return stage;
  if (isGiven(match['filter_or']))
    throw invalidQuery(`${place}.filter_or`, 'belongs into the text of filter, joined by "or"');
  return { ...stage, match: { ...match, ...parseText(match['filter'], `${place}.filter`) } };
}

const isGiven = (list: unknown) =>
  list !== undefined && list !== null && !(Array.isArray(list) && list.length === 0);

function parseText(text: string, place: string) {
  try {
    const lists = parseFilterText(text, parseJson);
    // Its texts and objects have escapes and depths of their own, which the check of the body has not seen.
    requireStorable(lists.filter, place);
    requireStorable(lists.filter_or, place);
    return lists;
  } catch (error) {
    if (error instanceof FilterTextError)
      throw invalidQuery(place, `is neither a list of conditions nor a filter as text: ${error.message}`);
    throw error;
  }
}
