export interface MattermostOptions {
  readonly url?: string;
  readonly channel?: string;
  readonly username?: string;
  readonly icon_url?: string;
  readonly server_url?: string;
  readonly token?: string;
  readonly channel_id?: string;
}

const ADDRESS = { type: 'string', maxLength: 2048, pattern: '^https?://[^\\s]+$' } as const;

export const OPTIONS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    url: {
      ...ADDRESS,
      writeOnly: true,
      description:
        'The URL of an incoming webhook, like https://mattermost.example.com/hooks/…. Each change is then posted as a ' +
        'separate message. Anyone who knows the URL can post, so it is stored encrypted and shown as `***`.',
    },
    channel: {
      type: 'string',
      maxLength: 80,
      pattern: '^[@#]?[A-Za-z0-9][A-Za-z0-9._-]*$',
      description:
        'With `url`: the name of another channel than that of the webhook, such as town-square, or @jane for a direct message.',
    },
    username: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      pattern: '^[^\\x00-\\x1f\\x7f]+$',
      description:
        'With `url`: the name that messages are posted under, if the server lets integrations override it.',
    },
    icon_url: {
      ...ADDRESS,
      maxLength: 1024,
      description:
        'With `url`: the picture beside the messages, if the server lets integrations override it.',
    },
    server_url: {
      ...ADDRESS,
      description:
        'The address of the server, such as https://mattermost.example.com, with `token` and `channel_id` instead of `url`.',
    },
    token: {
      type: 'string',
      maxLength: 512,
      pattern: '^[\\x21-\\x7e]+$',
      writeOnly: true,
      description:
        'The access token of a bot that is a member of the channel. It edits the message of an alert. The token is stored ' +
        'encrypted and shown as `***`.',
    },
    channel_id: {
      type: 'string',
      pattern: '^[a-z0-9]{26}$',
      description: 'The id of the channel: 26 letters and digits, at the end of _View Info_ of the channel.',
    },
  },
} as const;
