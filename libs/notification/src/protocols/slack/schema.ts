export const SLACK_API = 'https://slack.com/api';

export interface SlackOptions {
  readonly token?: string;
  readonly channel?: string;
  readonly webhook_url?: string;
  readonly api_url?: string;
  readonly slack_app_id?: string;
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
        'The bot token (`xoxb-…`), with the scope `chat:write`. It is stored encrypted and shown as `***`.',
    },
    channel: {
      type: 'string',
      maxLength: 80,
      pattern: '^[^\\s<>&]+$',
      description:
        'The id or name of the channel, such as C0123456789. The app must be a member of the channel.',
    },
    webhook_url: {
      type: 'string',
      maxLength: 2048,
      pattern: '^https?://[^\\s]+$',
      writeOnly: true,
      description:
        'The URL of an incoming webhook, instead of token and channel. Each change is then posted as a separate message.',
    },
    api_url: {
      type: 'string',
      maxLength: 2048,
      pattern: '^https?://[^\\s]+$',
      description: `The address of the Web API, such as https://slack-gov.com/api. Default: ${SLACK_API}`,
    },
    slack_app_id: {
      type: 'string',
      pattern: '^slack_app_[0-9a-z]{26}$',
      description:
        'The Slack app of the domain to which the token or webhook belongs. With `actions`, messages then have buttons ' +
        'instead of links.',
    },
  },
} as const;
