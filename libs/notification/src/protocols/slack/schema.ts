export const SLACK_API = 'https://slack.com/api';

export interface SlackOptions {
  readonly token?: string;
  readonly channel?: string;
  readonly webhook_url?: string;
  readonly api_url?: string;
}

export const OPTIONS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    token: {
      type: 'string',
      maxLength: 512,
      pattern: '^[\\x21-\\x7e]+$',
      writeOnly: true,
      description:
        'Bot token (`xoxb-…`) with the scope `chat:write`. It is stored encrypted and shown as `***`.',
    },
    channel: {
      type: 'string',
      maxLength: 80,
      pattern: '^[^\\s<>&]+$',
      description: 'Id or name of the channel, such as C0123456789. The app must be a member of it.',
    },
    webhook_url: {
      type: 'string',
      maxLength: 2048,
      pattern: '^https?://[^\\s]+$',
      writeOnly: true,
      description:
        'Instead of token and channel: the URL of an incoming webhook. Each change is then a message of its own.',
    },
    api_url: {
      type: 'string',
      maxLength: 2048,
      pattern: '^https?://[^\\s]+$',
      description: `Where the Web API is, such as https://slack-gov.com/api. Default: ${SLACK_API}`,
    },
  },
} as const;
