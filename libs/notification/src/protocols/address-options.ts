/** Headers that the service sets itself, or that control the transfer of a request. */
const RESERVED_HEADERS =
  'host|tocsin-hops|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|expect|keep-alive|user-agent|proxy-.*|webhook-.*';

/** The options of a protocol that posts to an address of the caller. */
export interface AddressOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the JSON Schema of {@link AddressOptions}. @param description of the address */
export const createAddressSchema = (description: string) => ({
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: {
      type: 'string',
      maxLength: 2048,
      pattern: '^https?://[^\\s]+$',
      description,
    },
    headers: {
      type: 'object',
      maxProperties: 20,
      writeOnly: true,
      propertyNames: {
        type: 'string',
        maxLength: 128,
        pattern: `^(?!(?:${toCaseInsensitive(RESERVED_HEADERS)})$)[A-Za-z0-9!#$%&'*+.^_\`|~-]+$`,
        description: `the name of a header that the service does not set itself: not ${RESERVED_HEADERS.replaceAll('|', ', ').replaceAll('.*', '*')}`,
      },
      additionalProperties: {
        type: 'string',
        maxLength: 4096,
        pattern: '^[\\t\\x20-\\x7e]*$',
        description: 'one line of ASCII characters',
      },
      description: 'Additional headers, such as Authorization. They are stored encrypted and shown as `***`.',
    },
  },
});

/** Returns a pattern that ignores case. Patterns of JSON Schema have no flags. */
function toCaseInsensitive(pattern: string): string {
  return pattern.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
