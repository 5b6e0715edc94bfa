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
export function expressionsOf({ split, ignore, acknowledgement = {}, fields }: MappingOptions): Expressions {
  const given = Object.entries(fields).flatMap(([name, expression]) =>
    typeof expression === 'string'
      ? [[`fields.${name}`, expression] as const]
      : Object.entries(expression).map(([part, inner]) => [`fields.${name}.${part}`, inner] as const),
  );
  return [
    ...(split === undefined ? [] : [['split', split] as const]),
    ...(ignore === undefined ? [] : [['ignore', ignore] as const]),
    ...Object.entries(acknowledgement).map(([part, inner]) => [`acknowledgement.${part}`, inner] as const),
    ...given,
  ];
}

const LONGEST = 10_000;

function expression(description: string) {
  return { type: 'string', minLength: 1, maxLength: LONGEST, description };
}

export const MAPPING_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['fields'],
  properties: {
    split: expression(
      'JSONata that gives the list of alarms in the payload; left out, the payload is one alarm',
    ),
    ignore: expression('JSONata that is true, or says why, for an alarm that is to be ignored'),
    acknowledgement: {
      type: 'object',
      additionalProperties: false,
      required: ['state'],
      properties: {
        state: expression(
          'JSONata that gives ACKNOWLEDGED or true where somebody acknowledged the alarm, UNACKNOWLEDGED where that ' +
            'was taken back; anything else: an event',
        ),
        by: expression('text: who it was'),
        comment: expression('text'),
        occurred_at: expression('a time in any usual form, or nothing (the arrival)'),
      },
    },
    fields: {
      type: 'object',
      additionalProperties: false,
      required: ['event_key', 'title'],
      properties: {
        ...Object.fromEntries(EVENT_FIELDS.map(({ field, means }) => [field, expression(means)])),
        resource: {
          type: 'object',
          additionalProperties: false,
          properties: Object.fromEntries(
            ['resource_id', 'resource_type', 'name'].map((field) => [field, expression('text')]),
          ),
        },
      },
    },
  },
} as const;
