/** The options schema of a plugin without options. */
export const NO_OPTIONS = { type: 'object', properties: {}, additionalProperties: false } as const;

/** Converts the body of a sample to the text that is posted. */
export function toJsonText(body: unknown): string {
  return JSON.stringify(body, null, 2);
}
