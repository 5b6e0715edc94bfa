export interface TeamsOptions {
  readonly url: string;
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
      writeOnly: true,
      description:
        'The URL of a workflow with the trigger "When a Teams webhook request is received", for which "Anyone" can ' +
        'trigger the flow, like https://….environment.api.powerplatform.com/powerautomate/…. Anyone who knows the URL ' +
        'can post, so it is stored encrypted and shown as `***`.',
    },
  },
} as const;
