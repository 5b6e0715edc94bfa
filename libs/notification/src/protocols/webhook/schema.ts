/** Names that the service sets itself, or that say how a request is transferred. */
const RESERVED =
  'host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|expect|keep-alive|user-agent|proxy-.*|webhook-.*';

export interface WebhookOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const OPTIONS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: {
      type: 'string',
      maxLength: 2048,
      pattern: '^https?://[^\\s]+$',
      description: 'where notifications are posted to, like https://example.com/alerts',
    },
    headers: {
      type: 'object',
      maxProperties: 20,
      writeOnly: true,
      propertyNames: {
        type: 'string',
        maxLength: 128,
        pattern: `^(?!(?:${caseless(RESERVED)})$)[A-Za-z0-9!#$%&'*+.^_\`|~-]+$`,
      },
      additionalProperties: { type: 'string', maxLength: 4096, pattern: '^[\\t\\x20-\\x7e]*$' },
      description: 'Further headers, such as Authorization. They are stored encrypted and shown as `***`.',
    },
  },
} as const;

/** A pattern of JSON Schema has no flags. */
function caseless(pattern: string): string {
  return pattern.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
