import type { OpenAPIObject } from '@nestjs/swagger';
import { expect, it } from 'vitest';
import { addPartialSchemas } from './add-partial-schemas.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

it('says of a record when an answer has the whole of it, and of the objects in it only that fields may be missing', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: '', version: '1' },
    paths: {
      '/keys': {
        get: {
          parameters: [{ name: 'only', in: 'query', schema: { type: 'string' } }],
          responses: {
            200: { description: '', content: { 'application/json': { schema: ref('APIKeyInfo') } } },
          },
        },
      },
    },
    components: {
      schemas: {
        APIKeyInfo: { type: 'object', properties: { use: ref('KeyUse') }, required: ['use'] },
        KeyUse: { type: 'object', properties: { count: { type: 'integer' } } },
      },
    },
  } as unknown as OpenAPIObject;
  const schemas = addPartialSchemas(document).components?.schemas;
  expect(schemas).toMatchObject({
    PartialAPIKeyInfo: {
      description:
        '`APIKeyInfo` of which an answer may contain only the requested fields. ' +
        'Requests without `only`, `minimal` and `unwind` get a whole `APIKeyInfo`.',
      properties: { use: ref('PartialKeyUse') },
    },
    PartialKeyUse: { description: '`KeyUse` of which an answer may contain only the requested fields.' },
  });
  expect(schemas?.['PartialAPIKeyInfo']).not.toHaveProperty('required');
});
