import {
  EQUAL_FIELDS,
  EQUAL_FIELDS_REASON,
  findSecretProblem,
  GROUP_FIELDS,
  GROUP_FIELDS_REASON,
  isEqualField,
  isGroupField,
  MAX_EQUAL_FIELDS,
  MAX_GROUP_FIELDS,
  MAX_STEP_SUBSCRIPTIONS,
  NOTIFICATION_KINDS,
  SIGNING_SECRET_PATTERN,
} from '#notification';
import { MAX_LABEL_NAME_LENGTH } from '#senders/plugin-api/event.js';
import { findIdError } from '#shared/kernel/ids.js';
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

/** The signing secret that a caller gives a subscription. */
export function SigningSecretField(options: FieldOptions): PropertyDecorator {
  const schema = { type: 'string', pattern: SIGNING_SECRET_PATTERN.source } as const;
  return declareField({ kind: 'text', schema, check: findSecretProblem }, options);
}

/** Whom a step of an escalation tells. */
export function SubscriptionsField(options: FieldOptions): PropertyDecorator {
  return declareField(
    {
      kind: 'list',
      schema: {
        type: 'array',
        items: { type: 'string', pattern: '^subscription_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
        maxItems: MAX_STEP_SUBSCRIPTIONS,
      },
      check: (value) => {
        if (!Array.isArray(value) || value.length > MAX_STEP_SUBSCRIPTIONS)
          return `must be a list of at most ${MAX_STEP_SUBSCRIPTIONS} ids of subscriptions`;
        return value.map((each) => findIdError('subscription', each)).find((error) => error !== undefined);
      },
    },
    { example: ['subscription_01kagexvhve0ya7d9z5kq5nh3m'], ...options },
  );
}
