import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';

export const OPSGENIE_API = 'https://api.opsgenie.com';

const PRIORITIES = ['P1', 'P2', 'P3', 'P4', 'P5'] as const;
/** P1 is the most urgent. */
export type Priority = (typeof PRIORITIES)[number];

export interface OpsgenieOptions {
  readonly api_key: string;
  readonly api_url?: string;
  readonly responders?: readonly string[];
  readonly tags?: readonly string[];
  readonly priorities?: Readonly<Partial<Record<Severity, Priority>>>;
}

export const OPTIONS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['api_key'],
  properties: {
    api_key: {
      type: 'string',
      pattern: '^[\\x21-\\x7e]{8,256}$',
      writeOnly: true,
      description:
        'The key of an API integration, such as 0b5f2c1e-…: 8 to 256 characters without spaces. It is stored encrypted and ' +
        'shown as `***`.',
    },
    api_url: {
      type: 'string',
      maxLength: 2048,
      pattern: '^https?://[^\\s?#]+$',
      description:
        'The address of the API. For the EU region: https://api.eu.opsgenie.com. For Jira Service Management: ' +
        `https://api.atlassian.com/jsm/ops/integration. Default: ${OPSGENIE_API}`,
    },
    responders: {
      type: 'array',
      maxItems: 50,
      uniqueItems: true,
      items: {
        type: 'string',
        maxLength: 300,
        pattern: '^(?:team|user|schedule|escalation):[^\\s\\x00-\\x1f][^\\x00-\\x1f]*$',
        description:
          'a kind and a name or id, such as team:Database, user:jane@example.com or schedule:Night',
      },
      description:
        'Who is notified: team:, user:, schedule: or escalation: with a name or id. Without them, the settings of the ' +
        'integration decide.',
    },
    tags: {
      type: 'array',
      maxItems: 20,
      uniqueItems: true,
      items: {
        type: 'string',
        minLength: 1,
        maxLength: 50,
        pattern: '^[^\\x00-\\x1f]+$',
        description: 'at most 50 characters in one line',
      },
      description: 'Tags of each alert: at most 20.',
    },
    priorities: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(SEVERITIES.map((severity) => [severity, { enum: PRIORITIES }])),
      description:
        'The priority of a severity, if it is another than CRITICAL: P1, ERROR: P2, WARNING and NOT_AVAILABLE: P3, INFO and ' +
        'NONE: P5.',
    },
  },
} as const;
