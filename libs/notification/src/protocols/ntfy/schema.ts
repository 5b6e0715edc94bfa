export const NTFY_SERVER = 'https://ntfy.sh';

export interface NtfyOptions {
  readonly server_url?: string;
  readonly topic: string;
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
}

export const OPTIONS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['topic'],
  properties: {
    server_url: {
      type: 'string',
      maxLength: 2048,
      pattern: '^https?://[^\\s]+$',
      description: `The address of the server. Default: ${NTFY_SERVER}`,
    },
    topic: {
      type: 'string',
      pattern: '^[-_A-Za-z0-9]{1,64}$',
      writeOnly: true,
      description:
        'The topic: up to 64 letters, digits, - and _. On a server without access control, anyone who knows the topic can read ' +
        'and publish, so it is stored encrypted and shown as `***`.',
    },
    token: {
      type: 'string',
      maxLength: 512,
      pattern: '^[\\x21-\\x7e]+$',
      writeOnly: true,
      description:
        'An access token (`tk_…`) that may write to the topic. It is stored encrypted and shown as `***`.',
    },
    username: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      pattern: '^[^:\\x00-\\x1f\\x7f]+$',
      description: 'A user that may write to the topic, with `password`, instead of `token`.',
    },
    password: {
      type: 'string',
      minLength: 1,
      maxLength: 512,
      pattern: '^[^\\x00-\\x1f\\x7f]+$',
      writeOnly: true,
      description: 'The password of the user. It is stored encrypted and shown as `***`.',
    },
  },
} as const;
