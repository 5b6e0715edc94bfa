import { expect, it } from 'vitest';
import { withoutTexts } from './without-texts.js';

it('removes texts and examples, but no fields with such names', () => {
  const schema = {
    description: 'An event.',
    required: ['title'],
    properties: {
      title: { type: 'string', description: 'In words.', examples: ['a'] },
      properties: { type: 'object', properties: { summary: { type: 'string', title: 'x' } } },
    },
  };
  expect(withoutTexts({ tags: [{ name: 'Event', description: 'What happened.' }], schema })).toEqual({
    tags: [{ name: 'Event' }],
    schema: {
      required: ['title'],
      properties: {
        title: { type: 'string' },
        properties: { type: 'object', properties: { summary: { type: 'string' } } },
      },
    },
  });
});
