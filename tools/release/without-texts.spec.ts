import { expect, it } from 'vitest';
import { withoutTexts } from './without-texts.js';

it('leaves out texts and examples, and no field that has such a name', () => {
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
