import { GROUP_FIELDS, KINDS, MOST_GROUP_FIELDS } from '#notification';
import { field, type FieldOptions } from '../http/body/field.js';
import { Condition } from '../http/query/query.dto.js';

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kinds of changes that a subscription sends. */
export function KindsField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      kind: 'list',
      schema: { type: 'array', items: { type: 'string', enum: [...KINDS] }, minItems: 1 },
      check: (value) =>
        Array.isArray(value) && value.length > 0 && value.every((each) => KINDS.includes(each as string))
          ? undefined
          : `must be a list of ${KINDS.join(', ')}`,
    },
    { example: [...KINDS], ...options },
  );
}

/** Conditions of the query language. Its parser validates them. */
export function ConditionsField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      kind: 'list',
      schema: { type: [Condition], maxItems: 50 },
      nested: Condition,
      deferredValidation: true,
      check: (value) =>
        Array.isArray(value) && value.length <= 50 && value.every(isObject)
          ? undefined
          : 'must be a list of at most 50 conditions',
    },
    options,
  );
}

/** Fields of an alert by which alerts are grouped. */
export function GroupFieldsField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      kind: 'list',
      schema: {
        type: 'array',
        items: { type: 'string', enum: [...GROUP_FIELDS] },
        minItems: 1,
        maxItems: MOST_GROUP_FIELDS,
      },
      check: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.length <= MOST_GROUP_FIELDS &&
        value.every((each) => GROUP_FIELDS.includes(each as string))
          ? undefined
          : `must be a list of 1 to ${MOST_GROUP_FIELDS} of ${GROUP_FIELDS.join(', ')}`,
    },
    options,
  );
}
