import type { Expressions } from '../../plugin-api/evaluation.js';
import { EVENT_FIELDS } from './event-fields.js';

/** The options of the plugin: JSONata expressions for the fields, and one that splits the payload into alarms. */
export interface MappingOptions {
  readonly split?: string;
  readonly ignore?: string;
  readonly acknowledgement?: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** Returns all expressions with their paths in the options, e.g. `fields.resource.name`. */
export function listExpressions({
  split,
  ignore,
  acknowledgement = {},
  fields,
}: MappingOptions): Expressions {
  const fieldExpressions = Object.entries(fields).flatMap(([name, expression]) =>
    typeof expression === 'string'
      ? [[`fields.${name}`, expression] as const]
      : Object.entries(expression).map(
          ([member, memberExpression]) => [`fields.${name}.${member}`, memberExpression] as const,
        ),
  );
  return [
    ...(split === undefined ? [] : [['split', split] as const]),
    ...(ignore === undefined ? [] : [['ignore', ignore] as const]),
    ...Object.entries(acknowledgement).map(
      ([member, memberExpression]) => [`acknowledgement.${member}`, memberExpression] as const,
    ),
    ...fieldExpressions,
  ];
}

const MAX_EXPRESSION_LENGTH = 10_000;

function expressionSchema(description: string) {
  return { type: 'string', minLength: 1, maxLength: MAX_EXPRESSION_LENGTH, description };
}

export const MAPPING_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['fields'],
  properties: {
    split: expressionSchema(
      'JSONata that gives the list of alarms in the payload; left out, the payload is one alarm',
    ),
    ignore: expressionSchema('JSONata that is true, or says why, for an alarm that is to be ignored'),
    acknowledgement: {
      type: 'object',
      additionalProperties: false,
      required: ['state'],
      properties: {
        state: expressionSchema(
          'JSONata that gives ACKNOWLEDGED or true where somebody acknowledged the alarm, UNACKNOWLEDGED where that ' +
            'was taken back; anything else: an event',
        ),
        by: expressionSchema('text: who it was'),
        comment: expressionSchema('text'),
        occurred_at: expressionSchema('a time in any usual form, or nothing (the arrival)'),
      },
    },
    fields: {
      type: 'object',
      additionalProperties: false,
      required: ['event_key', 'title'],
      properties: {
        ...Object.fromEntries(EVENT_FIELDS.map(({ field, means }) => [field, expressionSchema(means)])),
        resource: {
          type: 'object',
          additionalProperties: false,
          properties: Object.fromEntries(
            ['resource_id', 'resource_type', 'name'].map((field) => [field, expressionSchema('text')]),
          ),
        },
      },
    },
  },
} as const;
