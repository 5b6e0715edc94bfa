export interface EmailOptions {
  readonly to: readonly string[];
}

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

export const OPTIONS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['to'],
  properties: {
    to: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      items: {
        type: 'string',
        maxLength: 254,
        pattern: `^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})*$`,
        description: 'an address like on-call@example.com, without a name',
      },
      description: '1 to 50 addresses like on-call@example.com. Each email is sent to all of them.',
    },
  },
} as const;
