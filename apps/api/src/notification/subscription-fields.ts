import {
  EQUAL_FIELDS,
  EQUAL_FIELDS_REASON,
  GROUP_FIELDS,
  GROUP_FIELDS_REASON,
  isEqualField,
  isGroupField,
  MAX_EQUAL_FIELDS,
  MAX_GROUP_FIELDS,
  NOTIFICATION_KINDS,
} from '#notification';
import { MAX_LABEL_NAME_LENGTH } from '#senders/plugin-api/event.js';
import { declareField, type FieldOptions } from '../http/body/field.js';

/** The kinds of changes that a subscription sends. */
export function KindsField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'list',
      schema: { type: 'array', items: { type: 'string', enum: [...NOTIFICATION_KINDS] }, minItems: 1 },
      check: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((each) => NOTIFICATION_KINDS.includes(each as string))
          ? undefined
          : `must be a list of ${NOTIFICATION_KINDS.join(', ')}`,
    },
    { example: [...NOTIFICATION_KINDS], ...options },
  );
}

/** Fields of an alert by which alerts are grouped. */
export function GroupFieldsField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'list',
      schema: {
        type: 'array',
        items: {
          type: 'string',
          anyOf: [
            { enum: [...GROUP_FIELDS] },
            { pattern: String.raw`^labels\..{1,${MAX_LABEL_NAME_LENGTH}}$` },
          ],
        },
        minItems: 1,
        maxItems: MAX_GROUP_FIELDS,
      },
      check: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.length <= MAX_GROUP_FIELDS &&
        value.every(isGroupField)
          ? undefined
          : `must be a list of 1 to ${MAX_GROUP_FIELDS} fields, each of which ${GROUP_FIELDS_REASON}`,
    },
    options,
  );
}

/** Fields of alerts that an inhibition compares. */
export function EqualFieldsField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'list',
      schema: {
        type: 'array',
        items: {
          type: 'string',
          anyOf: [{ enum: [...EQUAL_FIELDS] }, { pattern: String.raw`^labels\..{1,128}$` }],
        },
        maxItems: MAX_EQUAL_FIELDS,
      },
      check: (value) =>
        Array.isArray(value) && value.length <= MAX_EQUAL_FIELDS && value.every(isEqualField)
          ? undefined
          : `must be a list of at most ${MAX_EQUAL_FIELDS} fields, each of which ${EQUAL_FIELDS_REASON}`,
    },
    options,
  );
}
