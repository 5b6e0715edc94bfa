/** The options of a plugin that has none. */
export const NO_OPTIONS = { type: 'object', properties: {}, additionalProperties: false } as const;

/** A sample's body as its sender would write it. */
export function asText(body: unknown): string {
  return JSON.stringify(body, null, 2);
}
