export const PAGERDUTY_EVENTS = 'https://events.pagerduty.com/v2/enqueue';

export interface PagerDutyOptions {
  readonly routing_key: string;
  readonly url?: string;
  readonly webhook_secret?: string;
}

export const OPTIONS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['routing_key'],
  properties: {
    routing_key: {
      type: 'string',
      pattern: '^[A-Za-z0-9]{32}$',
      writeOnly: true,
      description:
        'The integration key of an Events API v2 integration: 32 letters and digits. It is stored encrypted and ' +
        'shown as `***`.',
    },
    webhook_secret: {
      type: 'string',
      pattern: '^[\\x21-\\x7e]{8,256}$',
      writeOnly: true,
      description:
        'The secret that PagerDuty returned when a webhook subscription was created for the inbound address: 8 to 256 ' +
        'characters without spaces. Webhooks must be signed with it. It is stored encrypted and shown as `***`.',
    },
    url: {
      type: 'string',
      maxLength: 2048,
      pattern: '^https?://[^\\s]+$',
      description: `The address that events are posted to. For the EU region: https://events.eu.pagerduty.com/v2/enqueue. Default: ${PAGERDUTY_EVENTS}`,
    },
  },
} as const;
